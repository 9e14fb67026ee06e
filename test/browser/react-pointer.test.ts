/** The React skin in Chromium: the DOM skin's scenes of mouse and touch. */
import { skin } from './dom-scene.js';

skin.page = 'react.html';
await import('./dom-pointer.test.js');
