/** The React skin in Chromium: the DOM skin's scenes of assistive technology. */
import { skin } from './dom-scene.js';

skin.page = 'react.html';
await import('./dom-accessibility.test.js');
