/** useCombobox: a field's combobox as a view and the props of its elements. */
import {
  type ComponentPropsWithRef,
  createElement,
  type ReactNode,
  useEffect,
  useId,
  useInsertionEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { SchedulerLike } from 'rxjs';
import {
  type ComboboxMessages,
  type ComboboxView,
  comboboxAttributes,
  displayText,
  matchRange,
} from '../combobox/index.js';
import type { Part } from '../dom/parts.js';
import { styles } from '../dom/styles.js';
import type { CompletionField } from '../field.js';
import {
  bindCombobox,
  type ElementProps,
  type HostProps,
  type InputProps,
  isControlled,
} from './bound-combobox.js';

/** How a combobox is set up. `messages` and `scheduler` are read once per field. */
export interface UseComboboxOptions {
  /** The prefix of every id; unique in the document. Default: React's `useId`, the same on a server and in a page. */
  id?: string | undefined;
  /** The input's own id. Default: derived from `id`. */
  inputId?: string | undefined;
  /** The listbox's accessible name. Default: the field's title, or else its name. */
  label?: string | undefined;
  /** Localisation of the status line and the announcements. */
  messages?: Partial<ComboboxMessages> | undefined;
  /** The clock of announcements; virtual in tests. Default: RxJS's `asyncScheduler`. */
  scheduler?: SchedulerLike | undefined;
}

/**
 * A combobox's view, and what its elements are to be given. Each getter takes the host's own props and returns all of
 * them: handlers and refs are called too, class names and styles are added.
 */
export interface ComboboxBinding extends ComboboxView {
  /** For the input. With `value` the host's state is the text (`onChange` sees every edit and choice); else the element's. */
  getInputProps(props?: InputProps): InputProps;
  /** For the label, which must not hold the popup: it would name the input. */
  getLabelProps(props?: ComponentPropsWithRef<'label'>): ComponentPropsWithRef<'label'>;
  /** For the element around the listbox and the status line; stands beside the input, shown in the top layer. */
  getPopupProps(props?: ElementProps): ElementProps;
  /** For the list; hidden while closed, and always in the popup. */
  getListboxProps(props?: ElementProps): ElementProps;
  /** For the option at this index of `options`. Its children, unless given: the text, with the matched part marked. */
  getOptionProps(index: number, props?: ElementProps): ElementProps;
  /** For the visible line in the popup: slow, failed, or that there is more. */
  getStatusProps(props?: ElementProps): ElementProps;
  /** For the live region, beside the popup. */
  getAnnouncerProps(props?: ElementProps): ElementProps;
}

const useAfterDrawing = typeof document === 'undefined' ? useEffect : useLayoutEffect;

function part(name: Part, own: ElementProps, props: ElementProps = {}): ElementProps {
  return {
    ...props,
    part: name,
    ...own,
    className: `mcp-completion-${name} ${props.className ?? ''}`.trim(),
    style: { ...own.style, ...props.style },
  };
}

function optionText(option: string, query: string): ReactNode {
  const shown = displayText(option);
  const range = matchRange(shown, displayText(query));
  if (!range) return shown;
  const match = createElement('mark', part('match', { key: 'match' }), shown.slice(...range));
  return [shown.slice(0, range[0]), match, shown.slice(range[1])];
}

/**
 * An editable combobox over a field, with list autocomplete and manual selection (ARIA Authoring Practices). Render the
 * popup and the announcer only while `enabled`: before that and without that the input is a plain field. Everything
 * else is decided by the same code as in `bindInput`.
 *
 * @example
 * const { enabled, options, open, ...city } = useCombobox(form.field('city'));
 * return (
 *   <>
 *     <label {...city.getLabelProps()}>City</label>
 *     <input {...city.getInputProps()} />
 *     {enabled && (
 *       <div {...city.getPopupProps()}>
 *         <div {...city.getListboxProps()}>
 *           {open && options.map((option, index) => <div key={option} {...city.getOptionProps(index)} />)}
 *         </div>
 *         <div {...city.getStatusProps()} />
 *       </div>
 *     )}
 *     {enabled && <div {...city.getAnnouncerProps()} />}
 *   </>
 * );
 */
export function useCombobox(field: CompletionField, options: UseComboboxOptions = {}): ComboboxBinding {
  const ownId = useId();
  const { id = ownId, inputId = `${id}-input`, label = field.title ?? field.name } = options;
  const make = () => bindCombobox(field, { ...options, id });
  const [bound, setBound] = useState(make);
  if (bound.combobox.field !== field || bound.id !== id) setBound(make());

  const { combobox, plainView } = bound;
  const view = useSyncExternalStore(combobox.subscribe, combobox.getSnapshot, () => plainView);
  const host: HostProps = {};
  // Before refs are attached, and only for a render that React keeps.
  useInsertionEffect(() => {
    bound.host = host;
  });
  useAfterDrawing(bound.settle);

  const attributes = comboboxAttributes(view, combobox.ids, label);

  return {
    ...view,
    getInputProps(props = {}) {
      host.input = props;
      return {
        id: inputId,
        ...(!isControlled(props) && { defaultValue: plainView.state.value }),
        ...props,
        ...(view.enabled && { ...attributes.input, autoComplete: 'off', list: undefined }),
        ref: bound.inputRef,
        onInput(event) {
          bound.input(event.nativeEvent);
          props.onInput?.(event);
        },
        onCompositionEnd(event) {
          bound.compositionEnd();
          props.onCompositionEnd?.(event);
        },
      };
    },
    getLabelProps: (props) => ({ htmlFor: inputId, ...props }),
    getPopupProps(props = {}) {
      host.popup = props;
      return part('popup', { ref: bound.popupRef, style: styles.popup }, props);
    },
    getListboxProps: (props) =>
      part(
        'listbox',
        { ...attributes.listbox, hidden: !view.open, tabIndex: -1, style: styles.listbox },
        props,
      ),
    getOptionProps(index, props) {
      const option = view.options[index] ?? '';
      const own = {
        ...attributes.option(index),
        'data-value': option,
        dir: 'auto',
        children: props?.children ?? optionText(option, view.query),
        style: index === view.activeIndex ? styles.activeOption : styles.option,
      };
      return part('option', own, props);
    },
    getStatusProps: (props) => part('status', { children: view.status }, props),
    getAnnouncerProps: (props) =>
      part(
        'announcer',
        { ...attributes.status, children: view.announcement, style: styles.announcer },
        props,
      ),
  };
}
