/** A host that answers everything it hears by doing something else at once, and a client that does so in its own calls. */
import { BehaviorSubject, config } from 'rxjs';
import { vi } from 'vitest';
import {
  type CompletionClient,
  type CompletionEvent,
  type CompletionField,
  type CompletionForm,
  type CompletionState,
  createCompletionEngine,
} from '../../src/index.js';
import { FakeClient, rpcError } from '../support/fake-client.js';
import { prompt, REF } from '../support/scene.js';

export const NAMES = ['a', 'b', 'c'] as const;
export const MAX_CONCURRENT = 2;

/** Where a host hears of something. */
export type Place = 'event' | 'state' | 'values' | 'call' | 'capabilities';

/** One thing that a person, a host or a server does; the numbers choose among fields and texts. */
export interface Act {
  readonly what: keyof typeof ACTS;
  readonly which: number;
  readonly text: string;
}

/** Does nothing where there is nothing to do it to. */
const ACTS = {
  nothing() {},
  look: (host: Host) => host.fields.map(({ state }) => state),
  type: (host: Host, { which, text }: Act) => host.write(which, text, (field) => field.setValue(text)),
  accept: (host: Host, { which, text }: Act) => host.write(which, text, (field) => field.accept(text)),
  focus: (host: Host, { which }: Act) => host.fields[which]!.focus(),
  blur: (host: Host, { which }: Act) => host.fields[which]!.blur(),
  dismiss: (host: Host, { which }: Act) => host.fields[which]!.dismiss(),
  refresh: (host: Host, { which }: Act) => host.fields[which]!.refresh(),
  setValues: (host: Host, { which, text }: Act) => host.setValues(which, { a: text, c: text }),
  reset: (host: Host, { which }: Act) => host.setValues(which, { a: '', b: '', c: '' }),
  stream: (host: Host, { text }: Act) => host.value$.next(text),
  invalidate: (host: Host, { which }: Act) => host.engine.invalidate(which % 2 ? REF : undefined),
  repeat: (host: Host) => host.client$.next(host.client$.value),
  reconnect: (host: Host, { which }: Act) => host.client$.next(which % 2 ? null : host.clients[which % 3]!),
  endForm: (host: Host, { which }: Act) => host.form(which).dispose(),
  endEngine: (host: Host) => host.engine.dispose(),
};

export class Host {
  readonly clients: readonly FakeClient[] = [0, 1, 2].map(() => this.#client());
  readonly client$ = new BehaviorSubject<CompletionClient | null>(this.clients[0]!);
  readonly engine = createCompletionEngine(this.client$, {
    maxConcurrent: MAX_CONCURRENT,
    cache: { freshMs: 1_000, maxAgeMs: 3_000 },
  });
  readonly forms: readonly CompletionForm[] = [0, 1].map(() => this.engine.form(prompt(...NAMES)));
  readonly fields: readonly CompletionField[] = this.forms.flatMap(({ fields }) => fields);
  readonly value$ = new BehaviorSubject('');
  /** What each field's text is to be, by the newest call. */
  readonly texts = this.fields.map(() => '');
  /** By those who observe the first form's fields, until these complete. */
  readonly heard: (CompletionState | 'the end')[] = [];
  readonly events: CompletionEvent[] = [];
  /** What was thrown at whoever called, or reported. */
  readonly faults: unknown[] = [];
  /** The keys of what is under way, and the most that ever was at once. */
  readonly inFlight: string[] = [];
  mostAtOnce = 0;
  askedTwice: string | undefined;
  /** Not before all is set up, and not while it is looked at. */
  meddles = false;
  /** Disposed of while it told of something: of a request that ends in that moment nothing more is told. */
  endedWithin = false;
  readonly #meddling: Record<Place, Act[]>;
  readonly #endings: ('answers' | 'fails' | 'hangs')[];

  constructor(meddling: Readonly<Record<Place, Act[]>>, endings: ('answers' | 'fails' | 'hangs')[]) {
    const { event, state, values, call, capabilities } = meddling;
    this.#meddling = {
      event: [...event],
      state: [...state],
      values: [...values],
      call: [...call],
      capabilities: [...capabilities],
    };
    this.#endings = [...endings];
    config.onUnhandledError = (error) => this.faults.push(error);
    this.engine.events$.subscribe((event) => {
      this.events.push(event);
      this.#meddle('event');
    });
    this.engine
      .complete({ ref: REF, argument: 'a', value$: this.value$ })
      .subscribe(() => this.#meddle('state'));
    for (const form of this.forms) form.values$.subscribe(() => this.#meddle('values'));
    // The other form's fields are not observed: they learn of everything when they are looked at.
    for (const [at, field] of this.forms[0]!.fields.entries()) {
      field.state$.subscribe(() => this.#meddle('state'));
      // Comes after the one that meddles: it must hear of the newest state last.
      field.state$.subscribe({
        next: (state) => {
          this.heard[at] = state;
        },
        complete: () => {
          this.heard[at] = 'the end';
        },
      });
    }
    this.meddles = true;
  }

  do(act: Act): void {
    try {
      ACTS[act.what](this, act);
    } catch (error) {
      this.faults.push(error);
    }
  }

  form(which: number): CompletionForm {
    return this.forms[which % this.forms.length]!;
  }

  write(which: number, text: string, how: (field: CompletionField) => void): void {
    this.texts[which] = text;
    how(this.fields[which]!);
  }

  setValues(which: number, values: Readonly<Record<string, string>>): void {
    const form = this.form(which);
    for (const [at, field] of this.fields.entries())
      if (form.fields.includes(field)) this.texts[at] = values[field.name] ?? this.texts[at]!;
    form.setValues(values);
  }

  end(): void {
    this.engine.dispose();
    config.onUnhandledError = null;
  }

  #meddle(place: Place): void {
    const act = this.meddles ? this.#meddling[place].shift() : undefined;
    if (act) this.#within(act);
  }

  #within(act: Act): void {
    this.endedWithin ||= act.what === 'endEngine';
    this.do(act);
  }

  #client(): FakeClient {
    const client = new FakeClient(({ params, value, options, answer, fail }) => {
      const key = JSON.stringify(params);
      if (this.inFlight.includes(key)) this.askedTwice = key;
      this.inFlight.push(key);
      this.mostAtOnce = Math.max(this.mostAtOnce, this.inFlight.length);
      let answering: ReturnType<typeof setTimeout> | undefined;
      const over = () => {
        clearTimeout(answering);
        const at = this.inFlight.indexOf(key);
        if (at >= 0) this.inFlight.splice(at, 1);
      };
      options.signal?.addEventListener('abort', over);
      const ending = this.#endings.shift() ?? 'answers';
      const end = () => {
        over();
        if (ending === 'fails') fail(rpcError(-32603));
        else answer([`${value}1 in ${contextOf(params.context?.arguments ?? {})}`], { hasMore: false });
      };
      if (ending !== 'hangs') answering = setTimeout(end, 30);
      this.#meddle('call');
    });
    const { capabilities } = client;
    client.getServerCapabilities = () => {
      const { meddles } = this;
      const act = meddles && this.#meddling.capabilities.shift();
      // What it sets off might set texts.
      this.meddles = false;
      if (act) this.#within(act);
      this.meddles = meddles;
      return capabilities;
    };
    return client;
  }
}

export const contextOf = (values: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));

export const rest = (ms: number) => vi.advanceTimersByTimeAsync(ms);
export const WHATS = Object.keys(ACTS) as Act['what'][];
