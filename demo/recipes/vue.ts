// Vue: a composable of a few lines gives a field's state as a ref, and a directive binds an <input> to the field. `v-model`
// beside the directive sees every choice, because a choice is a real `input` event.
import type { CompletionField, CompletionState } from 'mcp-completion-engine';
import { type Binding, bindInput } from 'mcp-completion-engine/dom';
import {
  type Directive,
  type MaybeRefOrGetter,
  type ShallowRef,
  shallowRef,
  toValue,
  watchEffect,
} from 'vue';

export function useCompletion(
  field: MaybeRefOrGetter<CompletionField>,
): Readonly<ShallowRef<CompletionState>> {
  const state = shallowRef(toValue(field).state);
  watchEffect((onCleanup) => {
    const subscription = toValue(field).state$.subscribe((next) => {
      state.value = next;
    });
    onCleanup(() => subscription.unsubscribe());
  });
  return state;
}

const bindings = new WeakMap<HTMLInputElement, Binding>();

/** `<input v-model="city" v-completion="form.field('city')">` */
export const vCompletion: Directive<HTMLInputElement, CompletionField> = {
  mounted: (input, { value }) => void bindings.set(input, bindInput(input, value)),
  beforeUnmount: (input) => bindings.get(input)?.destroy(),
};
