// Vue: composables of a few lines give a target's form and a field's state as refs, and a directive binds an `<input>` to the
// field. `v-model` beside it sees every choice, because a choice is a real `input` event. Engines, forms and fields have
// private members, which Vue's deep proxies hide: keep them in `shallowRef` or behind `markRaw`, never in `ref` or `reactive`.
import type {
  CompletionEngine,
  CompletionField,
  CompletionForm,
  CompletionState,
  CompletionTarget,
} from 'mcp-completion-engine';
import { type Binding, bindInput } from 'mcp-completion-engine/dom';
import {
  type Directive,
  type MaybeRefOrGetter,
  onScopeDispose,
  type ShallowRef,
  shallowRef,
  toValue,
  watch,
  watchEffect,
} from 'vue';

/** Made anew when another prompt or template is meant, and disposed of with its component. */
export function useCompletionForm(
  engine: CompletionEngine,
  target: MaybeRefOrGetter<CompletionTarget>,
): Readonly<ShallowRef<CompletionForm>> {
  const form = shallowRef(engine.form(toValue(target)));
  watch(
    () => toValue(target).key,
    () => {
      form.value.dispose();
      form.value = engine.form(toValue(target));
    },
  );
  onScopeDispose(() => form.value.dispose());
  return form;
}

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
  updated(input, { value, oldValue }) {
    if (value === oldValue) return;
    bindings.get(input)?.destroy();
    // The other field's text must not become this one's; what v-model has just written may.
    if (input.value === oldValue?.value) input.value = value.value;
    bindings.set(input, bindInput(input, value));
  },
  beforeUnmount: (input) => bindings.get(input)?.destroy(),
};
