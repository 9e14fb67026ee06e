/** Scenes in virtual time over a client without a server: an engine, a form or a field, and all that they tell. */
import { BehaviorSubject } from 'rxjs';
import { vi } from 'vitest';
import {
  type CompletionClient,
  type CompletionEngineOptions,
  type CompletionEvent,
  type CompletionField,
  type CompletionState,
  type CompletionTarget,
  createCompletionEngine,
  type FormOptions,
  promptTarget,
} from '../../src/index.js';
import { FakeClient, type FakeRequest } from './fake-client.js';

/** Lets so much virtual time pass, and every promise keep up. */
export const rest = async (ms = 0): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
};

/** The debounce of every scene. */
export const PAUSE = 100;

export const REF = { type: 'ref/prompt', name: 'p' } as const;

/** A prompt `p` with these arguments. */
export const prompt = (...names: string[]): CompletionTarget =>
  promptTarget({ name: 'p', arguments: names.map((name) => ({ name })) });

export const AB = prompt('a', 'b');
export const REPOSITORY = prompt('owner', 'repo', 'branch');

/** An engine over one client, with one pipeline to watch and all that is told recorded. */
export function openEngine(client: CompletionClient, options: CompletionEngineOptions = {}) {
  const engine = createCompletionEngine(client, options);
  const events: CompletionEvent[] = [];
  let eventsEnded = false;
  engine.events$.subscribe({
    next: (event) => events.push(event),
    complete: () => {
      eventsEnded = true;
    },
  });
  const states: CompletionState[] = [];
  const value$ = new BehaviorSubject('');
  let ended = false;
  const watch = () =>
    engine.complete({ ref: REF, argument: 'a', value$ }).subscribe({
      next: (state) => states.push(state),
      complete: () => {
        ended = true;
      },
    });
  return { engine, events, states, value$, watch, ended: () => ended, eventsEnded: () => eventsEnded };
}

/** A form, by default over owner, repo and branch, without prefetch and narrowing. */
export function openForm(
  script?: (request: FakeRequest) => void,
  options: FormOptions = {},
  { target = REPOSITORY, ...engineOptions }: CompletionEngineOptions & { target?: CompletionTarget } = {},
) {
  const client = new FakeClient(script);
  const engine = createCompletionEngine(client, { debounceMs: PAUSE, narrowing: 'off', ...engineOptions });
  const events: CompletionEvent[] = [];
  engine.events$.subscribe((event) => events.push(event));
  const form = engine.form(target, { prefetch: false, ...options });
  const contexts = () => client.requests.map(({ params }) => params.context?.arguments);
  const story = () =>
    client.requests.map(({ params: { argument } }) => `${argument.name} "${argument.value}"`);
  return { client, engine, form, events, contexts, story };
}

/** One field, `a`, of a form that has another. */
export function openField(
  script?: (request: FakeRequest) => void,
  options: CompletionEngineOptions = {},
  form: FormOptions = {},
) {
  const scene = openForm(script, form, { target: AB, ...options });
  return { ...scene, field: scene.form.field('a') };
}

/** Every state of a field from now on, the present one first. */
export function statesOf(field: CompletionField): CompletionState[] {
  const states: CompletionState[] = [];
  field.state$.subscribe((state) => states.push(state));
  return states;
}

/** Answers each argument with a value that names the context it was asked in. */
export const contextual = ({ params, answer }: FakeRequest): void =>
  answer([`${params.argument.name} of ${JSON.stringify(params.context?.arguments ?? {})}`], {
    hasMore: false,
  });
