/** The Vue recipe, in Vue. */
import { expect, test } from 'vitest';
import { createApp, h, ref, vModelText, withDirectives } from 'vue';
import { useCompletion, vCompletion } from '../../demo/recipes/vue.js';
import { promptTarget } from '../../src/index.js';
import { choose, codeReview, connect, type } from './set-up.js';

test('the directive completes beside v-model, and the composable shows the state', async () => {
  const { engine } = await connect();
  const field = engine.form(promptTarget(codeReview)).field('language');
  const text = ref('');
  const app = createApp({
    setup() {
      const state = useCompletion(field);
      const update = (value: string) => {
        text.value = value;
      };
      return () => [
        withDirectives(h('input', { 'onUpdate:modelValue': update }), [
          [vModelText, text.value],
          [vCompletion, field],
        ]),
        h('small', `${state.value.options.length} of ${state.value.support}`),
      ];
    },
  });
  const host = document.body.appendChild(document.createElement('div'));
  app.mount(host);
  const input = host.querySelector('input')!;
  input.focus();
  type(input, 'py');
  await expect.poll(() => host.querySelector('small')!.textContent).toBe('1 of supported');
  await choose(host, 'python');
  expect([input.value, text.value, field.value]).toEqual(['python', 'python', 'python']);
  app.unmount();
  expect(host.innerHTML).toBe('');
});
