/** A ref callback that does its work once per element, however often the host hands in another ref of its own. */
import { type Ref, useCallback, useInsertionEffect, useRef } from 'react';

function tell<E>(ref: Ref<E> | undefined, element: E | null): (() => void) | undefined {
  if (typeof ref === 'function') {
    const undo = ref(element);
    if (typeof undo === 'function') return undo;
  } else if (ref) ref.current = element;
  return undefined;
}

/**
 * `attach` sees the element after the host's ref, and its undo function runs before the host's ref is cleared. The
 * second of the pair hands in the host's ref, while rendering.
 */
export function useElement<E extends Element>(
  attach: (element: E) => () => void,
): readonly [(element: E | null) => void, (ref: Ref<E> | undefined) => void] {
  const rendered: { ref?: Ref<E> | undefined } = {};
  const committed = useRef(rendered);
  // Before refs are attached, and only for renders that React keeps.
  useInsertionEffect(() => {
    committed.current = rendered;
  });
  const undo = useRef<() => void>(undefined);
  const refCallback = useCallback(
    (element: E | null) => {
      undo.current?.();
      undo.current = undefined;
      if (!element) return;
      const { ref } = committed.current;
      const undoHost = tell(ref, element) ?? (() => tell(ref, null));
      const detach = attach(element);
      undo.current = () => {
        detach();
        undoHost();
      };
    },
    [attach],
  );
  return [
    refCallback,
    (ref) => {
      rendered.ref = ref;
    },
  ];
}
