/** Everything that a binding sets up, undone in one call. */

/** Collects what is to be undone. */
export interface Lifetime {
  /** Undo this at the end. */
  add(undo: () => void): void;
  /** Listens until the end. `type` may name several events, separated by spaces. */
  listen<E extends Event>(
    target: EventTarget,
    type: string,
    listener: (event: E) => void,
    options?: AddEventListenerOptions,
  ): void;
  /** Idempotent; undoes in reverse order. */
  end(): void;
}

export function createLifetime(): Lifetime {
  const undos: (() => void)[] = [];
  return {
    add: (undo) => undos.push(undo),
    listen(target, types, listener, options) {
      // Kept from now: a control named "removeEventListener" that comes later shadows its form's own.
      const { removeEventListener } = target;
      for (const type of types.split(' ')) {
        target.addEventListener(type, listener as EventListener, options);
        undos.push(() => removeEventListener.call(target, type, listener as EventListener, options));
      }
    },
    end() {
      for (const undo of undos.splice(0).reverse()) undo();
    },
  };
}
