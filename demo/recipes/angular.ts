// Angular: `engine.complete` takes a control's own streams, and the `async` pipe renders the states that come back.
// There is nothing to unsubscribe from: when the pipe is destroyed, what is under way is cancelled.
import { AsyncPipe } from '@angular/common';
import { ChangeDetectionStrategy, Component, InjectionToken, inject } from '@angular/core';
import { FormControl, ReactiveFormsModule } from '@angular/forms';
import type { CompletionEngine } from 'mcp-completion-engine';
import { BehaviorSubject, startWith } from 'rxjs';

export const COMPLETION_ENGINE = new InjectionToken<CompletionEngine>('The engine of the connected server');

@Component({
  selector: 'app-language-field',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [AsyncPipe, ReactiveFormsModule],
  template: `
    <input [formControl]="language" list="languages" aria-label="Language"
           (focus)="active$.next(true)" (blur)="active$.next(false)" />
    @if (state$ | async; as state) {
      <datalist id="languages">
        @for (option of state.options; track option) { <option [value]="option"></option> }
      </datalist>
      @if (state.hasMore) { <small>{{ state.options.length }} of {{ state.total ?? 'many' }}</small> }
    }`,
})
export class LanguageField {
  readonly language = new FormControl('', { nonNullable: true });
  protected readonly active$ = new BehaviorSubject(false);
  protected readonly state$ = inject(COMPLETION_ENGINE).complete({
    ref: { type: 'ref/prompt', name: 'code_review' },
    argument: 'language',
    value$: this.language.valueChanges.pipe(startWith(this.language.value)),
    active$: this.active$,
  });
}
