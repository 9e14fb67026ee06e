/**
 * The composer's picker: "/" lists the prompts, "@" the resource templates. It is a field like any other, answered
 * from a list instead of a server, so the same combobox serves both.
 */
import { BehaviorSubject } from 'rxjs';
import type { CompletionField, CompletionState, CompletionTarget } from '../src/index.js';

export interface PickerField extends CompletionField {
  offer(targets: readonly CompletionTarget[]): void;
  /** The target whose command this text is. */
  find(text: string): CompletionTarget | undefined;
}

/** The signs that begin a command, and what the same keys type in a Japanese input method. */
const SIGNS: Readonly<Record<string, string>> = { '／': '/', '・': '/', '＠': '@' };

/** The command, or the beginning of one, that a text is; undefined if it is none. */
export function commandIn(text: string): string | undefined {
  const sign = text.slice(0, 1);
  // A full-width letter is the same key, too.
  const command = `${SIGNS[sign] ?? sign}${text.slice(1).normalize('NFKC')}`;
  return /^[/@]\S*$/.test(command) ? command : undefined;
}

/** How a target is called in the composer: `/code_review`, or `@github://repos/{owner}/{repo}`. */
export function commandOf(target: CompletionTarget): string {
  return target.ref.type === 'ref/prompt' ? `/${target.ref.name}` : `@${target.ref.uri}`;
}

export function createPickerField(choose: (target: CompletionTarget) => void): PickerField {
  let targets: readonly CompletionTarget[] = [];
  let value = '';
  const state$ = new BehaviorSubject<CompletionState>(answer(targets, ''));

  const update = (text: string) => {
    value = text;
    state$.next(answer(targets, text));
  };
  const find = (text: string) => {
    const command = commandIn(text.trim());
    return targets.find((target) => commandOf(target) === command);
  };

  return {
    name: 'message',
    required: false,
    get value() {
      return value;
    },
    get state() {
      return state$.value;
    },
    state$,
    setValue: update,
    accept(option) {
      const target = find(option);
      update('');
      if (target) choose(target);
    },
    focus() {},
    blur() {},
    dismiss() {},
    refresh: () => update(value),
    offer(offered) {
      targets = offered;
      update(value);
    },
    find,
  };
}

function answer(targets: readonly CompletionTarget[], value: string): CompletionState {
  const command = commandIn(value);
  const wanted = command?.toLowerCase() ?? '';
  const commands = command === undefined ? [] : targets.map(commandOf);
  const options = [
    ...commands.filter((command) => command.toLowerCase().startsWith(wanted)),
    ...commands.filter(
      (command) =>
        command[0] === wanted[0] &&
        !command.toLowerCase().startsWith(wanted) &&
        command.toLowerCase().includes(wanted.slice(1)),
    ),
  ];
  const reason = options.length > 0 ? undefined : command !== undefined ? 'no-values' : 'inactive';
  return {
    support: 'supported',
    activity: 'idle',
    value,
    answered: command ?? value,
    options,
    provisional: false,
    hasMore: false,
    ...(reason && { reason }),
  };
}
