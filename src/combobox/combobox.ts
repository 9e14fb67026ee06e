/** createCombobox: open or closed, the active option, and what a person's keys, pointer and input method mean. */
import { asyncScheduler, type Unsubscribable } from 'rxjs';
import type { CompletionField } from '../field.js';
import type { CompletionState } from '../state.js';
import { createAnnouncer } from './announcer.js';
import { comboboxIds } from './attributes.js';
import type { Combobox, ComboboxOptions } from './handle.js';
import { type KeyMeaning, keyMeaning, untouched } from './keys.js';
import { announcementOf, englishMessages, statusText } from './messages.js';
import { type ComboboxView, sameOrNew } from './view.js';

/** How long after pointerup a click may still come, in milliseconds: browsers that wait for a second tap take 300. */
const clickMs = 400;

/** A headless combobox over one field; see {@link Combobox}. */
export function createCombobox(field: CompletionField, options: ComboboxOptions = {}): Combobox {
  const messages = { ...englishMessages, ...options.messages };
  const scheduler = options.scheduler ?? asyncScheduler;
  const listeners = new Set<() => void>();
  let subscription: Unsubscribable | undefined;
  let acting = 0;

  let enabled = false;
  let focused = false;
  /** Whether the input can be seen where the list would stand beside it. */
  let inSight = true;
  /** Whether a person wants the list: coming, typing, Down or a click say so; Escape, Enter or leaving revoke it. */
  let wanted: 'no' | 'on coming' | 'yes' = 'no';
  let active: string | undefined;
  let composing = false;
  /** The text that a composition has just ended with: the browsers that send `input` after it repeat that text. */
  let composed: string | undefined;
  let frozen: CompletionState | undefined;
  let thawing: Unsubscribable | undefined;
  let view: ComboboxView | undefined;

  const announcer = createAnnouncer(scheduler, () => update());

  function look(): ComboboxView {
    const state = field.state;
    const shown = frozen ?? state;
    const ready = state.support === 'supported';
    enabled = ready || (enabled && state.support === 'unknown');
    // Passing through a form that is filled in, nobody wants to be offered what stands there.
    const echo = wanted === 'on coming' && shown.options.length === 1 && shown.options[0] === state.value;
    const wished = ready && wanted !== 'no' && focused && !echo;
    inSight ||= !wished;
    const attended = wished && inSight;
    const open = attended && shown.options.length > 0;
    const activeIndex = open && active !== undefined ? shown.options.indexOf(active) : -1;
    if (activeIndex < 0) active = undefined;
    if (subscription) announcer.consider(attended ? state.value : undefined, announcementOf(state, messages));
    view = sameOrNew(view, {
      enabled,
      ready,
      open,
      outOfSight: !inSight,
      options: shown.options,
      activeIndex,
      query: shown.answered,
      busy: attended && state.activity === 'slow',
      status: attended ? statusText(state, messages) : '',
      announcement: announcer.text,
      state,
    });
    return view;
  }

  function update(): void {
    if (acting > 0 || !subscription) return;
    const before = view;
    if (look() !== before) for (const listener of [...listeners]) listener();
  }

  /** One event is one change of the view, however many states the field passes through. */
  function act(work: () => void): void {
    acting++;
    try {
      work();
    } finally {
      acting--;
    }
    update();
  }

  function thaw(): void {
    thawing?.unsubscribe();
    thawing = frozen = undefined;
  }

  function close(): void {
    wanted = 'no';
    active = undefined;
    thaw();
  }

  function accept(option: string): void {
    act(() => {
      active = undefined;
      thaw();
      field.accept(option);
    });
    options.onAccept?.(option);
  }

  const dismiss = () =>
    act(() => {
      close();
      field.dismiss();
    });

  function ask(): void {
    const { open, state } = look();
    const { activity, options: list, error, provisional } = state;
    wanted = 'yes';
    // A settled list that is merely closed shows again; one that is looked at, and asked for, is not what is wanted.
    if (list.length > 0 && !open && !error && !provisional) return;
    if (activity === 'idle' || activity === 'waiting') field.refresh();
  }

  function move(step: 1 | -1): void {
    const { open, options: list, activeIndex } = look();
    // One place beyond the last option is "no option": the caret's own.
    const places = list.length + 1;
    const from = open && activeIndex >= 0 ? activeIndex : list.length;
    wanted = 'yes';
    active = list[(from + step + places) % places];
  }

  function input(text: string, how?: { composing?: boolean | undefined }): void {
    const repeated = composed === text;
    composed = undefined;
    if (repeated) return;
    act(() => {
      thaw();
      active = undefined;
      wanted = focused ? 'yes' : 'no';
      field.setValue(text, { composing: composing || how?.composing === true });
    });
  }

  function perform({ action }: KeyMeaning): void {
    if (action === 'next') move(1);
    else if (action === 'previous') move(-1);
    else if (action === 'ask') ask();
    else if (action === 'leave') close();
    else if (action === 'dismiss' && wanted !== 'no') dismiss();
    else if ((action === 'accept' || action === 'acceptAndLeave') && active !== undefined) {
      const option = active;
      if (action === 'acceptAndLeave') close();
      accept(option);
    }
  }

  return {
    field,
    ids: comboboxIds(options.id),
    getSnapshot: () => (subscription && view ? view : look()),
    subscribe(listener) {
      listeners.add(listener);
      subscription ??= field.state$.subscribe(() => update());
      look();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        subscription?.unsubscribe();
        subscription = undefined;
        announcer.stop();
        thaw();
      };
    },

    focus: () =>
      act(() => {
        focused = true;
        wanted = 'on coming';
        field.focus();
      }),
    blur: () =>
      act(() => {
        close();
        focused = composing = false;
        composed = undefined;
        field.blur();
      }),
    click: () =>
      act(() => {
        if (!focused || wanted !== 'no') return;
        wanted = 'yes';
        const { options: list, reason } = field.state;
        if (list.length === 0 && reason !== 'chosen' && reason !== 'no-values') ask();
      }),
    input,
    compositionStart() {
      composing = true;
    },
    compositionEnd(text) {
      composing = false;
      input(text);
      composed = text;
    },
    keydown(facts) {
      composed = undefined;
      if (composing) return untouched;
      let meaning = keyMeaning(facts, look());
      act(() => {
        perform(meaning);
        // What is at hand opens at once, and then the key means what it means in an open list.
        if (meaning.action === 'ask' && !meaning.preventDefault && look().open) {
          meaning = keyMeaning(facts, look());
          perform(meaning);
        }
      });
      return meaning;
    },
    press() {
      thawing?.unsubscribe();
      thawing = undefined;
      // A tap presses twice, with an emulated mousedown just before the click: what is shown stays.
      if (look().open) frozen ??= field.state;
    },
    release() {
      if (frozen) thawing ??= scheduler.schedule(() => act(thaw), clickMs);
    },
    choose(index) {
      const { open, options: list } = look();
      const option = list[index];
      if (open && option !== undefined) accept(option);
    },
    setInSight: (seen) =>
      act(() => {
        inSight = seen;
      }),
    dismiss() {
      if (wanted !== 'no') dismiss();
    },
  };
}
