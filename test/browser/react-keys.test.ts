/** The React skin in Chromium: the DOM skin's scenes of focus, keys, submission and input methods. */
import { skin } from './dom-scene.js';

skin.page = 'react.html';
await import('./dom-keys.test.js');
