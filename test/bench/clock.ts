/** Virtual time that real promises keep up with. */
import { VirtualTimeScheduler } from 'rxjs';

/**
 * RxJS's virtual clock, run one action at a time with every microtask done in between: a client answers through promises, which
 * `flush` would overtake.
 */
export class BenchClock extends VirtualTimeScheduler {
  /** Runs whatever falls due within `ms`, then stands at its end. `settled` is called whenever nothing more happens at an instant. */
  async advance(ms: number, settled: () => void): Promise<void> {
    const until = this.frame + ms;
    for (let next = this.actions[0]; next !== undefined && next.delay <= until; next = this.actions[0]) {
      this.actions.shift();
      this.frame = next.delay;
      const error = next.execute(next.state, next.delay);
      if (error) throw error;
      await microtasks();
      settled();
    }
    this.frame = until;
  }
}

/** A macrotask later: by then every microtask has run, however long their chain. */
export function microtasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
