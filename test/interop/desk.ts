/** Where a scenario works: an engine over the host's client, forms over what the server lists, and what to wait for. */
import { BehaviorSubject, filter, firstValueFrom, type Observable, Subject } from 'rxjs';
import type {
  CompletionClient,
  CompletionField,
  CompletionForm,
  CompletionRef,
  CompletionState,
  CompletionTarget,
} from '../../src/index.js';
import { createCompletionEngine, promptTarget, resourceTemplateTarget } from '../../src/index.js';
import { equal, within } from './expect.js';
import type { Host } from './hosts.js';
import type { Place } from './servers.js';

export class Desk {
  readonly client$: BehaviorSubject<CompletionClient | null>;
  readonly invalidate$ = new Subject<CompletionRef | void>();
  readonly #engine;

  constructor(readonly host: Host) {
    this.client$ = new BehaviorSubject<CompletionClient | null>(host.client);
    this.#engine = createCompletionEngine(this.client$, {
      invalidate$: this.invalidate$,
      // Longer than any scenario waits: a cancellation must come from what the person did.
      timeoutMs: 60_000,
    });
  }

  form(target: CompletionTarget): CompletionForm {
    return this.#engine.form(target);
  }

  /** The form of a prompt or template that the server itself lists, with a field of it in use. */
  async use(place: Place): Promise<{ form: CompletionForm; field: CompletionField }> {
    const form = this.form(await this.#target(place));
    const field = form.field(place.argument);
    field.focus();
    return { form, field };
  }

  dispose(): void {
    this.#engine.dispose();
  }

  async #target({ of }: Place): Promise<CompletionTarget> {
    if ('prompt' in of) {
      const prompt = (await this.host.prompts()).find(({ name }) => name === of.prompt);
      if (prompt) return promptTarget(prompt);
      throw new Error(`the server lists no prompt ${of.prompt}`);
    }
    const template = (await this.host.templates()).find(({ uriTemplate }) => uriTemplate === of.template);
    if (template) return resourceTemplateTarget(template);
    throw new Error(`the server lists no template ${of.template}`);
  }
}

type States = Observable<CompletionState>;

/** The first state that meets the condition. */
export function until(state$: States, what: string, condition: (state: CompletionState) => boolean) {
  return within(firstValueFrom(state$.pipe(filter(condition))), what);
}

/** The state once nothing more is on its way for the text. */
export function settled({ state$ }: CompletionField): Promise<CompletionState> {
  return until(
    state$,
    'the field to settle',
    ({ activity, value, answered, error, reason }) =>
      activity === 'idle' && (answered === value || error !== undefined || reason !== undefined),
  );
}

export function listed({ state$ }: CompletionField, what: string): Promise<CompletionState> {
  return until(state$, what, ({ activity, options }) => activity === 'idle' && options.length > 0);
}

export async function nothingAndNoError(field: CompletionField): Promise<void> {
  const state = await settled(field);
  equal(state.options, [], 'options');
  equal(state.error, undefined, 'error');
}

/** Waits until the server has noted the value: it keeps a journal of what arrives at the slow argument. */
export function journalled(host: Host, what: 'begun' | 'cancelled', value: string): Promise<void> {
  const read = async () => {
    for (;;) {
      const journal = JSON.parse(await host.readText('trial://journal')) as Record<typeof what, string[]>;
      if (journal[what].includes(value)) return;
    }
  };
  return within(read(), `the server to have ${what} "${value}"`);
}
