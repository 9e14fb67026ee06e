/** The React skin in Chromium: the DOM skin's scenes of where the list stands. */
import { skin } from './dom-scene.js';

skin.page = 'react.html';
await import('./dom-layout.test.js');
await import('./dom-sight.test.js');
