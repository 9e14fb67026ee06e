/** A form over fake fields: their values are its own, and what is missing follows from the target. */
import { BehaviorSubject, merge } from 'rxjs';
import type { CompletionForm } from '../../src/form.js';
import type { CompletionTarget } from '../../src/target.js';
import { expandUriTemplate } from '../../src/uri-template.js';
import { FakeField } from './fake-field.js';

export class FakeForm implements CompletionForm {
  readonly fields: readonly FakeField[];
  readonly values$ = new BehaviorSubject<Readonly<Record<string, string>>>({});

  constructor(
    readonly target: CompletionTarget,
    private readonly initial: Readonly<Record<string, string>> = {},
  ) {
    this.fields = target.arguments.map(
      (argument) =>
        new FakeField(
          argument.name,
          { value: initial[argument.name] ?? '', support: 'unsupported' },
          argument,
        ),
    );
    merge(...this.fields.map(({ state$ }) => state$)).subscribe(() => this.values$.next(this.values));
  }

  get values(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.fields.map(({ name, value }) => [name, value]));
  }
  get missing() {
    return this.target.required.filter((group) => group.every((name) => this.field(name).value === ''));
  }
  field(name: string): FakeField {
    const field = this.fields.find((one) => one.name === name);
    if (!field) throw new RangeError(name);
    return field;
  }
  setValues(values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) this.field(name).is({ value: String(value) });
  }
  reset(): void {
    for (const field of this.fields) field.is({ value: this.initial[field.name] ?? '' });
  }
  promptArguments(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.values).filter(([, value]) => value !== ''));
  }
  uri(): string {
    if (this.target.ref.type !== 'ref/resource') throw new TypeError('a prompt has no URI');
    return expandUriTemplate(this.target.ref.uri, this.promptArguments());
  }
  dispose(): void {}
}
