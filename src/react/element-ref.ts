/** A ref callback that does its work once per element, however often the host hands in another ref of its own. */
import type { Ref } from 'react';

function tell<E>(ref: Ref<E> | undefined, element: E | null): () => void {
  let undo: unknown;
  if (typeof ref === 'function') undo = ref(element);
  else if (ref) ref.current = element;
  return typeof undo === 'function' ? (undo as () => void) : () => void tell(ref, null);
}

/** `attach` sees the element after the host's ref, and its undo function runs before the host's ref is cleared. */
export function elementRef<E extends Element>(
  hostRef: () => Ref<E> | undefined,
  attach: (element: E) => () => void,
): (element: E | null) => void {
  let undo: (() => void) | undefined;
  return (element) => {
    undo?.();
    undo = undefined;
    if (!element) return;
    const undoHost = tell(hostRef(), element);
    const detach = attach(element);
    undo = () => {
      detach();
      undoHost();
    };
  };
}
