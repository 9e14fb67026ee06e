/** The React skin in Chromium over inputs whose text is their host's state: the DOM skin's scenes of keys and pointer. */
import { skin } from './dom-scene.js';

skin.page = 'react.html?controlled';
await import('./dom-keys.test.js');
await import('./dom-pointer.test.js');
