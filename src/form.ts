/** The fields of one target: accumulates context.arguments, refreshes dependants, prefetches the next field. */
import { Observable, Subject, Subscription } from 'rxjs';
import type { EngineParts } from './answering.js';
import { contextKeyOf, queryOf, refKeyOf } from './cache.js';
import { resolvedContext, textOf } from './context.js';
import { type CompletionField, type FieldHost, FormField } from './field.js';
import { replayed } from './replayed.js';
import { EXCLUDED } from './support.js';
import type { CompletionTarget, TargetArgument } from './target.js';
import { expandUriTemplate } from './uri-template.js';

/** How a form treats its arguments. */
export interface FormOptions {
  /** The initial values. Numbers and booleans become strings, anything else that is not a string is left out. */
  values?: Readonly<Record<string, unknown>> | undefined;
  /** Which siblings an argument's completions depend on. Default: every sibling. */
  dependsOn?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Arguments that are never completed and never sent as context (secrets). */
  exclude?: readonly string[] | undefined;
  /** The fewest characters that are asked for. Default 0: an empty field lists everything. */
  minLength?: number | Readonly<Record<string, number>> | undefined;
  /** Fetch the next empty field's list ahead, once this one is settled. Default true. */
  prefetch?: boolean | undefined;
  /** Whether a chosen option has children to complete next. Default: it ends in "/". */
  isContainer?: ((option: string, argument: string) => boolean) | undefined;
}

/** A form over one prompt or resource template. */
export interface CompletionForm {
  readonly target: CompletionTarget;
  readonly fields: readonly CompletionField[];
  /** @throws {RangeError} for a name that the target does not have. */
  field(name: string): CompletionField;
  readonly values: Readonly<Record<string, string>>;
  /** Replays the current values synchronously. Completes with the form. */
  readonly values$: Observable<Readonly<Record<string, string>>>;
  /** Programmatic: opens nothing, clears nothing that is not named. Unknown names are ignored. */
  setValues(values: Readonly<Record<string, unknown>>): void;
  /** Back to the initial values. */
  reset(): void;
  /** The required groups that are still unmet. */
  readonly missing: readonly (readonly string[])[];
  /** For `prompts/get`: empty arguments are left out. */
  promptArguments(): Record<string, string>;
  /** For `resources/read`: the template, expanded by RFC 6570. @throws {TypeError} on a prompt's form. */
  uri(): string;
  /** Idempotent. The fields keep their text, send nothing more, and their `state$` completes. */
  dispose(): void;
}

/** A typed text that equals the only option counts as settled after resting this long. */
const REST_MS = 300;

export class TargetForm implements CompletionForm {
  readonly target: CompletionTarget;
  readonly fields: readonly FormField[];
  readonly values$: Observable<Readonly<Record<string, string>>>;

  readonly #engine: EngineParts;
  readonly #options: FormOptions;
  readonly #byName: ReadonlyMap<string, FormField>;
  readonly #changes = new Subject<void>();
  #values: Readonly<Record<string, string>>;
  #filledValues: Readonly<Record<string, string>> = {};
  #filledOf: object | undefined;
  #rest = Subscription.EMPTY;
  #prefetch = Subscription.EMPTY;
  #ended = false;

  constructor(target: CompletionTarget, options: FormOptions, engine: EngineParts) {
    this.target = target;
    this.#options = options;
    this.#engine = engine;
    const initial = this.#initialValues();
    this.#values = initial;
    this.fields = target.arguments.map((argument) => this.#fieldFor(argument, initial[argument.name] ?? ''));
    this.#byName = new Map(this.fields.map((field) => [field.name, field]));
    this.values$ = replayed(() => this.#values, this.#changes);
  }

  field(name: string): FormField {
    const field = this.#byName.get(name);
    if (field) return field;
    const known = this.fields.map((one) => JSON.stringify(one.name)).join(', ') || 'none';
    throw new RangeError(
      `${JSON.stringify(this.target.title)} has no argument ${JSON.stringify(name)}; it has ${known}`,
    );
  }

  get values(): Readonly<Record<string, string>> {
    return this.#values;
  }

  setValues(values: Readonly<Record<string, unknown>>): void {
    const changed = new Map<string, string>();
    for (const { name, value } of this.fields) {
      const text = Object.hasOwn(values, name) ? textOf(values[name]) : undefined;
      // The two differ while the host, told of one of them, comes back with more.
      if (text !== undefined && (text !== value || text !== this.#values[name])) changed.set(name, text);
    }
    if (changed.size === 0) return;
    // Each learns of its text and its siblings at once: the old text must not be asked in the new context.
    this.#write(Object.fromEntries(changed), () => {
      // Whoever hears of one text may have set another's already.
      for (const name of changed.keys()) this.field(name).fill(this.#values[name] ?? '');
    });
  }

  reset(): void {
    this.setValues(this.#initialValues());
  }

  get missing(): readonly (readonly string[])[] {
    return this.target.required.filter((group) =>
      group.every((name) => !Object.hasOwn(this.#filled(), name)),
    );
  }

  promptArguments(): Record<string, string> {
    return { ...this.#filled() };
  }

  uri(): string {
    const { ref, title } = this.target;
    if (ref.type !== 'ref/resource')
      throw new TypeError(`${JSON.stringify(title)} is a prompt: it has no URI`);
    return expandUriTemplate(ref.uri, this.promptArguments());
  }

  dispose(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#rest.unsubscribe();
    this.#prefetch.unsubscribe();
    this.#engine.requests.batch(() => {
      for (const field of this.fields) field.end();
    });
    this.#changes.complete();
  }

  #initialValues(): Record<string, string> {
    const given = this.#options.values ?? {};
    return Object.fromEntries(
      this.target.arguments.map(({ name }) => [
        name,
        (Object.hasOwn(given, name) ? textOf(given[name]) : undefined) ?? '',
      ]),
    );
  }

  #fieldFor(argument: TargetArgument, text: string): FormField {
    const { name } = argument;
    const excluded = this.#options.exclude?.includes(name);
    const engine = excluded ? { ...this.#engine, verdict: () => EXCLUDED } : this.#engine;
    const pipeline = { ref: this.target.ref, argument: name, minLength: this.#minLength(name) };
    return new FormField(argument, text, pipeline, engine, this.#hostOf(name));
  }

  #hostOf(name: string): FieldHost {
    const { isContainer = endsInSlash } = this.#options;
    return {
      context: () => this.#contextOf(name),
      isContainer(option) {
        let container = false;
        // A host's error is reported as RxJS reports one, and keeps nobody from typing.
        new Observable(() => {
          container = isContainer(option, name);
        }).subscribe();
        return container;
      },
      changed: (field) => this.#changed(field),
      chosen: (field) => this.#prefetchAfter(field),
      moved: (field) => this.#watchRest(field),
    };
  }

  #contextOf(
    name: string,
    values: Readonly<Record<string, unknown>> = this.#filled(),
  ): Record<string, string> {
    const { exclude, dependsOn = {} } = this.#options;
    const only = Object.hasOwn(dependsOn, name) ? dependsOn[name] : undefined;
    return resolvedContext(values, name, { exclude, dependsOn: only });
  }

  #minLength(name: string): number {
    const { minLength = 0 } = this.#options;
    if (typeof minLength === 'number') return minLength;
    return (Object.hasOwn(minLength, name) ? minLength[name] : undefined) ?? 0;
  }

  /** The values that are not empty, found once for each change: a form of thousands of fields reads them thousands of times. */
  #filled(): Readonly<Record<string, string>> {
    if (this.#filledOf !== this.#values) {
      this.#filledOf = this.#values;
      this.#filledValues = Object.fromEntries(Object.entries(this.#values).filter(([, text]) => text !== ''));
    }
    return this.#filledValues;
  }

  #changed({ name, value }: FormField): void {
    if (this.#values[name] !== value) this.#write({ [name]: value });
  }

  #write(texts: Readonly<Record<string, string>>, fill?: () => void): void {
    const before = Object.fromEntries(Object.keys(texts).map((name) => [name, this.#values[name]]));
    const keyFor = (name: string, of: typeof before) => contextKeyOf(this.#contextOf(name, of));
    this.#values = { ...this.#values, ...texts };
    this.#engine.requests.batch(() => {
      // Fetched ahead in the context that was.
      this.#prefetch.unsubscribe();
      fill?.();
      // Only those for whom it makes a difference: to read all siblings of all fields at each key takes far too long.
      for (const field of this.fields) {
        const { name, used } = field;
        if (used && !Object.hasOwn(texts, name) && keyFor(name, texts) !== keyFor(name, before))
          field.siblingsChanged();
      }
    });
    this.#changes.next();
  }

  /** A typed text that is the only option left, and rests, is as good as chosen. */
  #watchRest(field: FormField): void {
    this.#rest.unsubscribe();
    if (!field.focused) return;
    const { options, value, activity, provisional } = field.state;
    if (activity !== 'idle' || provisional || options.length !== 1 || options[0] !== value) return;
    this.#rest = this.#engine.scheduler.schedule(() => this.#prefetchAfter(field), REST_MS);
  }

  #prefetchAfter(field: FormField): void {
    this.#rest.unsubscribe();
    if (this.#options.prefetch === false || this.#ended) return;
    const { knowledge, requests, backoff, verdict } = this.#engine;
    const next = this.fields[this.fields.indexOf(field) + 1];
    if (next === undefined || next.value !== '') return;
    if (this.#options.exclude?.includes(next.name) || this.#minLength(next.name) > 0) return;
    const query = queryOf(this.target.ref, next.name, '', this.#contextOf(next.name));
    const supported = verdict(refKeyOf(this.target.ref)).support === 'supported';
    if (!supported || knowledge.quiet.isSilent(query) || backoff.isFailing(query)) return;
    const { from } = knowledge.look(query);
    if (from === 'fresh' || from === 'invalid') return;
    this.#prefetch.unsubscribe();
    this.#prefetch = requests.ask(query, 'prefetch').subscribe();
  }
}

function endsInSlash(option: string): boolean {
  return option.endsWith('/');
}
