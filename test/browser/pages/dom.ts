/** The page of the DOM skin. */
import { bindInput } from '../../../src/dom/index.js';
import { servePage } from './page.js';

servePage((input, field) => Object.assign(input, { binding: bindInput(input, field), field }));
