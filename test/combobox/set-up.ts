/** A headless combobox over a fake field, in virtual time. */
import { VirtualTimeScheduler } from 'rxjs';
import { type ComboboxOptions, createCombobox } from '../../src/combobox/index.js';
import type { CompletionState } from '../../src/state.js';
import { FakeField } from '../dom/fake-field.js';

export function setUp(state: Partial<CompletionState> = {}, options: ComboboxOptions = {}) {
  const field = new FakeField('city', state);
  const scheduler = new VirtualTimeScheduler();
  const combobox = createCombobox(field, { scheduler, ...options });
  const unsubscribe = combobox.subscribe(() => {});
  const view = () => combobox.getSnapshot();
  const active = () => view().options[view().activeIndex];
  const key = (name: string, more = {}) => combobox.keydown({ key: name, ...more });
  const pass = (ms: number) => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => {}, ms);
    scheduler.flush();
  };
  return { field, combobox, view, active, key, pass, scheduler, unsubscribe };
}

export const cities = { options: ['Bonn', 'Berlin', 'Bern'] };
