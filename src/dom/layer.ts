/** Shows a popup in the top layer beside its input, where the browser has one, and keeps the active option in sight. */
import type { Combobox } from '../combobox/index.js';
import { type Following, follow } from './placement.js';

export interface Layer {
  /** The popup's content has been drawn from the combobox's view. */
  update(): void;
  hide(): void;
}

export function createLayer(
  input: HTMLElement,
  popup: HTMLElement,
  listbox: HTMLElement,
  combobox: Combobox,
): Layer {
  const topLayer = Boolean(popup.showPopover);
  let followed: Following | undefined;
  let query = '';

  if (topLayer) popup.popover = 'manual';
  else popup.style.position = 'absolute';
  popup.hidden = !topLayer;

  function show(): void {
    if (!popup.isConnected) return;
    // A page that moves the input takes the list out of the top layer.
    if (topLayer && !popup.matches(':popover-open')) popup.showPopover();
    else if (!topLayer) popup.hidden = false;
    if (followed) followed.place();
    else followed = follow(input, popup, listbox, combobox.setInSight);
  }

  function hide(): void {
    if (!followed) return;
    followed.stop();
    followed = undefined;
    if (!topLayer) popup.hidden = true;
    else if (popup.isConnected) popup.hidePopover();
  }

  /** Scrolls the list alone, never the page. */
  function reveal({ offsetTop, offsetHeight }: HTMLElement): void {
    const { scrollTop, clientHeight } = listbox;
    if (offsetTop < scrollTop) listbox.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > scrollTop + clientHeight) {
      listbox.scrollTop = offsetTop + offsetHeight - clientHeight;
    }
  }

  return {
    update() {
      const view = combobox.getSnapshot();
      const { provisional, activity } = view.state;
      popup.toggleAttribute('data-pending', view.busy || (provisional && activity === 'loading'));
      if (view.open || view.status || view.outOfSight) show();
      else hide();
      // To scroll is to lay out, and a closed list has nothing to scroll: a host may fill fields by the thousand.
      if (!view.open) return;
      const active = listbox.querySelector<HTMLElement>('[role=option][aria-selected=true]');
      if (active) reveal(active);
      else if (view.query !== query) listbox.scrollTop = 0;
      query = view.query;
    },
    hide,
  };
}
