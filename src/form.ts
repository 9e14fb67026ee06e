/** The fields of one target: accumulates context.arguments, refreshes dependants, prefetches the next field. */
import { type Observable, Subject, type Subscription } from 'rxjs';
import type { EngineParts } from './answering.js';
import { contextKeyOf, queryOf } from './cache.js';
import { own, textOf } from './context.js';
import { type CompletionField, FormField } from './field.js';
import { REST_MS } from './figures.js';
import { contextOf, type FormOptions, isContainer, isExcluded, minLengthOf } from './form-options.js';
import { Prefetch } from './prefetch.js';
import { replayed } from './replayed.js';
import { EXCLUDED } from './support.js';
import type { CompletionTarget, TargetArgument } from './target.js';
import { expandUriTemplate } from './uri-template.js';

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

export class TargetForm implements CompletionForm {
  readonly target: CompletionTarget;
  readonly fields: readonly FormField[];
  readonly values$: Observable<Readonly<Record<string, string>>>;

  readonly #engine: EngineParts;
  readonly #options: FormOptions;
  readonly #byName: ReadonlyMap<string, FormField>;
  readonly #changes = new Subject<void>();
  readonly #initial: Readonly<Record<string, string>>;
  #values: Readonly<Record<string, string>> = {};
  /** Those that are not empty: a form of thousands of fields reads them thousands of times. */
  #filled: Readonly<Record<string, string>> = {};
  #rest: Subscription | undefined;
  readonly #prefetch: Prefetch;
  #ended = false;

  constructor(target: CompletionTarget, options: FormOptions, engine: EngineParts) {
    this.target = target;
    this.#options = options;
    this.#engine = engine;
    this.#prefetch = new Prefetch(engine);
    // Read once: what a host does to its object afterwards is no initial value.
    this.#initial = Object.fromEntries(
      target.arguments.map(({ name }) => [name, textOf(own(options.values ?? {}, name)) ?? '']),
    );
    this.#hold(this.#initial);
    this.fields = target.arguments.map((argument) => this.#fieldFor(argument));
    this.#byName = new Map(this.fields.map((field) => [field.name, field]));
    this.values$ = replayed(() => this.#values, this.#changes);
  }

  field(name: string): FormField {
    const field = this.#byName.get(name);
    if (field) return field;
    const known = JSON.stringify(this.fields.map((one) => one.name));
    throw new RangeError(`"${this.target.title}" has no argument "${name}", only ${known}`);
  }

  get values(): Readonly<Record<string, string>> {
    return this.#values;
  }

  setValues(values: Readonly<Record<string, unknown>>): void {
    const changed = new Map<string, string>();
    for (const { name, value } of this.fields) {
      const text = textOf(own(values, name));
      // The two differ while the host, told of one of them, comes back with more.
      if (text !== undefined && (text !== value || text !== this.#values[name])) changed.set(name, text);
    }
    if (changed.size === 0) return;
    // Each learns of its text and its siblings at once: the old text must not be asked in the new context.
    this.#write(Object.fromEntries(changed), () => {
      this.#prefetch.stop();
      // Whoever hears of one text may have set another's already.
      for (const name of changed.keys()) this.field(name).fill(this.#values[name] ?? '');
    });
  }

  reset(): void {
    this.setValues(this.#initial);
  }

  get missing(): readonly (readonly string[])[] {
    return this.target.required.filter((group) => group.every((name) => !own(this.#filled, name)));
  }

  promptArguments(): Record<string, string> {
    return { ...this.#filled };
  }

  uri(): string {
    const { ref, title } = this.target;
    if (ref.type !== 'ref/resource') throw new TypeError(`"${title}" is a prompt: it has no URI`);
    return expandUriTemplate(ref.uri, this.promptArguments());
  }

  dispose(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#rest?.unsubscribe();
    this.#prefetch.stop();
    this.#engine.requests.batch(() => {
      for (const field of this.fields) field.end();
    });
    this.#changes.complete();
  }

  #fieldFor(argument: TargetArgument): FormField {
    const { name } = argument;
    const options = this.#options;
    const engine = isExcluded(name, options) ? { ...this.#engine, verdict: () => EXCLUDED } : this.#engine;
    const pipeline = { ref: this.target.ref, argument: name, minLength: minLengthOf(name, options) };
    return new FormField(argument, this.#values[name] ?? '', pipeline, engine, {
      context: () => contextOf(name, this.#filled, options),
      isContainer: (option) => isContainer(option, name, options),
      changed: (field) => this.#changed(field),
      chosen: (field) => this.#prefetchAfter(field),
      moved: (field) => this.#watchRest(field),
    });
  }

  #hold(values: Readonly<Record<string, string>>): void {
    this.#values = values;
    this.#filled = Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
  }

  #changed({ name, value }: FormField): void {
    if (this.#values[name] !== value) this.#write({ [name]: value });
  }

  #write(texts: Readonly<Record<string, string>>, fill?: () => void): void {
    const before = Object.fromEntries(Object.keys(texts).map((name) => [name, this.#values[name]]));
    const keyFor = (name: string, of: typeof before) => contextKeyOf(contextOf(name, of, this.#options));
    this.#hold({ ...this.#values, ...texts });
    this.#engine.requests.batch(() => {
      // Fetched ahead in the context that was; an argument's own text is no part of its context.
      this.#prefetch.keepOnly(texts);
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

  /** The only option left is as good as chosen: once it has been typed and rests, or at once where it has children. */
  #watchRest(field: FormField): void {
    this.#rest?.unsubscribe();
    this.#prefetch.keepFor(field);
    if (!field.focused || this.#options.prefetch === false) return;
    const { options, value, activity, provisional } = field.state;
    const [only] = options;
    if (only === undefined || options.length > 1) return;
    if (only !== value) {
      if (isContainer(only, field.name, this.#options)) this.#fetchAhead(field, only);
    } else if (activity === 'waiting' || (activity === 'idle' && !provisional))
      this.#rest = this.#engine.scheduler.schedule(() => this.#prefetchAfter(field), REST_MS);
  }

  #prefetchAfter(field: FormField): void {
    this.#rest?.unsubscribe();
    const next = this.fields[this.fields.indexOf(field) + 1];
    if (next?.value === '') this.#fetchAhead(next, '');
  }

  #fetchAhead({ name }: FormField, text: string): void {
    const options = this.#options;
    if (options.prefetch === false || this.#ended || isExcluded(name, options)) return;
    if (minLengthOf(name, options) > text.length) return;
    this.#prefetch.ask(queryOf(this.target.ref, name, text, contextOf(name, this.#filled, options)));
  }
}
