/** A form over a server in the page, with the devtools panel below it. */
import { showCompletionDevtools } from '../../../src/devtools/index.js';
import { renderForm } from '../../../src/dom/index.js';
import { type CompleteParams, createCompletionEngine, promptTarget } from '../../../src/index.js';

const engine = createCompletionEngine({
  getServerCapabilities: () => ({ completions: {} }),
  complete: async ({ argument }: CompleteParams) => ({ completion: { values: [`${argument.value}1`] } }),
});
const form = engine.form(promptTarget({ name: 'p', arguments: [{ name: 'a' }, { name: 'b' }] }));
renderForm(document.querySelector('main')!, form);
showCompletionDevtools(engine).watch(form);
