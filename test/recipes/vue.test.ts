/** The Vue recipe, in Vue. */
import { afterEach, expect, test, vi } from 'vitest';
import { type App, createApp, h, nextTick, ref, shallowRef, vModelText, withDirectives } from 'vue';
import { useCompletion, useCompletionForm, vCompletion } from '../../demo/recipes/vue.js';
import { type CompletionField, promptTarget } from '../../src/index.js';
import { choose, codeReview, connect, type } from './set-up.js';

let app: App;
function mount(setup: () => () => unknown): HTMLElement {
  app = createApp({ setup });
  const host = document.body.appendChild(document.createElement('div'));
  app.mount(host);
  return host;
}
afterEach(() => {
  app.unmount();
  document.body.replaceChildren();
});

test('the directive completes beside v-model, and the composables show form and state', async () => {
  const { engine } = await connect();
  const text = ref('');
  let field!: CompletionField;
  const host = mount(() => {
    const form = useCompletionForm(engine, promptTarget(codeReview));
    field = form.value.field('language');
    const state = useCompletion(() => form.value.field('language'));
    const update = (value: string) => {
      text.value = value;
    };
    return () => [
      withDirectives(h('input', { 'onUpdate:modelValue': update }), [
        [vModelText, text.value],
        [vCompletion, form.value.field('language')],
      ]),
      h('small', `${state.value.options.length} of ${state.value.support}`),
    ];
  });
  const input = host.querySelector('input')!;
  input.focus();
  type(input, 'py');
  await expect.poll(() => host.querySelector('small')!.textContent).toBe('1 of supported');
  await choose(host, 'python');
  expect([input.value, text.value, field.value]).toEqual(['python', 'python', 'python']);
  const ended = vi.fn();
  field.state$.subscribe({ complete: ended });
  app.unmount();
  expect(host.innerHTML).toBe('');
  expect(ended).toHaveBeenCalled();
});

test('another target: another form, and the same input shows and completes the other field', async () => {
  const { engine } = await connect();
  const target = shallowRef(promptTarget(codeReview));
  let state!: ReturnType<typeof useCompletion>;
  const field = shallowRef<CompletionField>();
  const host = mount(() => {
    const form = useCompletionForm(engine, target);
    const last = () => form.value.fields.at(-1)!;
    state = useCompletion(last);
    return () => {
      field.value = last();
      return withDirectives(h('input'), [[vCompletion, last()]]);
    };
  });
  const input = host.querySelector('input')!;
  type(input, 'django');
  const before = field.value!;
  target.value = promptTarget({ name: 'explain_package', arguments: [{ name: 'package' }] });
  await nextTick();
  expect(host.querySelector('input')).toBe(input);
  expect([before.value, field.value!.name, field.value!.value, input.value]).toEqual([
    'django',
    'package',
    '',
    '',
  ]);
  input.focus();
  type(input, 'yaml-uti');
  await choose(host, 'yaml-utils');
  expect([field.value!.value, state.value.value]).toEqual(['yaml-utils', 'yaml-utils']);
});

test('a text that v-model puts there with the other field stays', async () => {
  const { engine } = await connect();
  const form = engine.form(promptTarget(codeReview));
  const name = ref('language');
  const texts = ref<Record<string, string>>({ language: 'python', framework: 'flask' });
  const host = mount(
    () => () =>
      withDirectives(h('input', { 'onUpdate:modelValue': () => {} }), [
        [vModelText, texts.value[name.value]],
        [vCompletion, form.field(name.value)],
      ]),
  );
  name.value = 'framework';
  await nextTick();
  expect(host.querySelector('input')!.value).toBe('flask');
  expect(form.values).toEqual({ language: 'python', framework: 'flask' });
});
