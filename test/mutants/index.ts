/** Every way in which the tests must notice that the library is broken. */
import { ASKING } from './asking.js';
import { FORMS } from './forms.js';
import { KNOWING } from './knowing.js';
import type { Mutant } from './mutant.js';
import { REACT } from './react.js';
import { SKINS } from './skins.js';
import { VOCABULARY } from './vocabulary.js';

export const MUTANTS: readonly Mutant[] = [
  ...ASKING,
  ...KNOWING,
  ...FORMS,
  ...SKINS,
  ...REACT,
  ...VOCABULARY,
];
