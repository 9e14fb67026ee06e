/** The page of the React skin: each input of a scene is taken over by React. `?controlled` keeps its text in the host's state. */
import { type CSSProperties, type ReactNode, StrictMode, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { CompletionField } from '../../../src/index.js';
import { type InputProps, useCombobox } from '../../../src/react/index.js';
import { servePage } from './page.js';

const controlled = location.search === '?controlled';

interface FieldProps {
  readonly field: CompletionField;
  readonly props: InputProps;
  /** Where the list goes: not into the input's label. */
  readonly outside: Element | undefined;
}

function Field({ field, props, outside }: FieldProps): ReactNode {
  const { enabled, open, options, ...get } = useCombobox(field);
  const [value, setValue] = useState('');
  const state: InputProps = { value, onChange: (event) => setValue(event.target.value) };
  const list = enabled && (
    <>
      <div {...get.getPopupProps()}>
        <div {...get.getListboxProps()}>
          {open && options.map((option, index) => <div key={option} {...get.getOptionProps(index)} />)}
        </div>
        <div {...get.getStatusProps()} />
      </div>
      <div {...get.getAnnouncerProps()} />
    </>
  );
  return (
    <>
      <input
        {...get.getInputProps({
          ...props,
          ...(controlled && state),
          ref: (input) => {
            if (input) Object.assign(input, { field });
          },
        })}
      />
      {outside ? createPortal(list, outside) : list}
    </>
  );
}

const names: Readonly<Record<string, string>> = { readonly: 'readOnly', autofocus: 'autoFocus' };

function propsOf(input: HTMLInputElement): InputProps {
  const attributes = [...input.attributes].filter(({ name }) => name !== 'style');
  const style = [...input.style].map((name) => [
    name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    input.style.getPropertyValue(name),
  ]);
  return {
    id: input.name,
    ...Object.fromEntries(attributes.map(({ name, value }) => [names[name] ?? name, value || true])),
    style: Object.fromEntries(style) as CSSProperties,
  };
}

/** Takes up no place of its own. */
function place(document: Document): HTMLElement {
  const element = document.createElement('span');
  element.style.display = 'contents';
  return element;
}

servePage((input, field) => {
  const label = input.closest('label');
  const container = place(input.ownerDocument);
  const outside = label ? place(input.ownerDocument) : undefined;
  const props = propsOf(input);
  const focused = (input.getRootNode() as Document).activeElement === input;
  input.replaceWith(container);
  if (outside) label!.after(outside);
  const root = createRoot(container);
  flushSync(() =>
    root.render(
      <StrictMode>
        <Field field={field} props={props} outside={outside} />
      </StrictMode>,
    ),
  );
  if (focused) container.querySelector('input')!.focus();
});
