/** The fields of one target: accumulates context.arguments, refreshes dependants, prefetches the next field. */
import { type Observable, Subject, Subscription } from 'rxjs';
import type { EngineParts } from './answering.js';
import { queryOf } from './cache.js';
import { resolvedContext, textOf } from './context.js';
import { type CompletionField, type FieldHost, FormField } from './field.js';
import { Prefetch } from './prefetch.js';
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
  /** What the form was made for. */
  readonly target: CompletionTarget;
  /** One field for each argument, in the target's order. */
  readonly fields: readonly CompletionField[];
  /** The field of one argument. @throws {RangeError} for a name that the target does not have. */
  field(name: string): CompletionField;
  /** Every argument's text, empty ones included: the same object until one changes. */
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
  readonly #prefetch: Prefetch;
  #ended = false;

  constructor(target: CompletionTarget, options: FormOptions, engine: EngineParts) {
    this.target = target;
    this.#options = options;
    this.#engine = engine;
    this.#prefetch = new Prefetch(engine);
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
    const changed = new Map<FormField, string>();
    for (const field of this.fields) {
      const text = Object.hasOwn(values, field.name) ? textOf(values[field.name]) : undefined;
      if (text !== undefined && text !== field.value) changed.set(field, text);
    }
    if (changed.size === 0) return;
    const texts = [...changed].map(([field, text]) => [field.name, text]);
    this.#values = { ...this.#values, ...Object.fromEntries(texts) };
    // Each learns of its text and its siblings at once: the old text must not be asked in the new context.
    this.#engine.requests.batch(() => {
      this.#prefetch.stop();
      for (const field of this.fields) {
        const text = changed.get(field);
        if (text === undefined) field.siblingsChanged();
        else field.fill(text);
      }
    });
    this.#changes.next();
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
    this.#prefetch.stop();
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
    return {
      context: () => this.#contextOf(name),
      isContainer: (option) => this.#isContainer(option, name),
      changed: (field) => this.#changed(field),
      chosen: (field) => this.#prefetchAfter(field),
      moved: (field) => this.#watchRest(field),
    };
  }

  #isContainer(option: string, name: string): boolean {
    const { isContainer = endsInSlash } = this.#options;
    return isContainer(option, name);
  }

  #contextOf(name: string): Record<string, string> {
    const { exclude, dependsOn = {} } = this.#options;
    const only = Object.hasOwn(dependsOn, name) ? dependsOn[name] : undefined;
    return resolvedContext(this.#filled(), name, { exclude, dependsOn: only });
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

  #changed(field: FormField): void {
    if (this.#values[field.name] === field.value) return;
    this.#values = { ...this.#values, ...Object.fromEntries([[field.name, field.value]]) };
    this.#engine.requests.batch(() => {
      // Fetched ahead in the context that was; a field's own text is no part of its context.
      this.#prefetch.keepOnly(field);
      for (const sibling of this.fields) if (sibling !== field) sibling.siblingsChanged();
    });
    this.#changes.next();
  }

  /** The only option left is as good as chosen: once it has been typed and rests, or at once where it has children. */
  #watchRest(field: FormField): void {
    this.#rest.unsubscribe();
    this.#prefetch.keepFor(field);
    if (!field.focused) return;
    const { options, value, activity, provisional } = field.state;
    const [only] = options;
    if (only === undefined || options.length > 1) return;
    if (only !== value) {
      if (this.#isContainer(only, field.name)) this.#fetchAhead(field, only);
    } else if (activity === 'idle' && !provisional)
      this.#rest = this.#engine.scheduler.schedule(() => this.#prefetchAfter(field), REST_MS);
  }

  #prefetchAfter(field: FormField): void {
    this.#rest.unsubscribe();
    const next = this.fields[this.fields.indexOf(field) + 1];
    if (next?.value === '') this.#fetchAhead(next, '');
  }

  #fetchAhead({ name }: FormField, text: string): void {
    const { prefetch = true, exclude } = this.#options;
    if (!prefetch || this.#ended || exclude?.includes(name) || this.#minLength(name) > text.length) return;
    this.#prefetch.ask(queryOf(this.target.ref, name, text, this.#contextOf(name)));
  }
}

function endsInSlash(option: string): boolean {
  return option.endsWith('/');
}
