/** Mutants of the React skin. */
import { mutantsOf } from './mutant.js';

export const REACT = [
  ...mutantsOf(
    'react/bound-combobox.ts',
    [
      'an uncontrolled input counts as controlled',
      'props?.value !== undefined',
      "(props?.value ?? '') !== undefined",
    ],
    ['a controlled input counts as uncontrolled', 'props?.value !== undefined', 'false'],
    ['a choice does not reach the input', 'onAccept: (option) => text?.insert(option)', 'onAccept: () => {}'],
    [
      'an empty controlled input takes over its old text',
      "if (!element.value && field.value) field.setValue('');",
      '',
    ],
    [
      'an element that changes its field keeps the text of the old one',
      '} else if (taken.has(element)) element.value = field.value;',
      '}',
    ],
    [
      "a program's text is not shown",
      'const unsubscribe = combobox.subscribe(text.show);',
      'const unsubscribe = () => {};',
    ],
    [
      'the input listens after its end',
      '      attended?.end();\n      unsubscribe();',
      '      unsubscribe();',
    ],
    ['the combobox is watched after its end', '      unsubscribe();\n      ending', '      ending'],
    ['a popup that goes leaves its listeners', '      undo();\n      hide();', '      hide();'],
    ['the popup is not drawn anew', 'layer?.update();', ''],
    [
      'a composition ends before its last input',
      'if (input?.value === field.value) endComposition();\n      else ending = setTimeout(endComposition);',
      'endComposition();',
    ],
    ['a composition never ends', 'else ending = setTimeout(endComposition);', ''],
    [
      'the input that ends a composition is taken for typing',
      'if (ending === undefined) attended?.input(event);\n      else endComposition();',
      'attended?.input(event);',
    ],
    [
      "a controlled input's new text is not told",
      'if (isControlled(bound.host.input) && text?.sync()) combobox.dismiss();',
      '',
    ],
    ["a host's own text opens the list", ' && text?.sync()) combobox.dismiss();', ') text?.sync();'],
    ['the list does not follow what is drawn', 'combobox.dismiss();\n      place();', 'combobox.dismiss();'],
  ),
  ...mutantsOf(
    'react/element-ref.ts',
    [
      "the host's ref is left out",
      'const undoHost = tell(hostRef(), element);',
      'const undoHost = () => {};',
    ],
    ["the host's ref is not cleared", '      undoHost();\n', ''],
    ['what was attached stays', '      detach();\n', ''],
    [
      "a ref's own clean-up is not called",
      "return typeof undo === 'function' ? (undo as () => void) : () => void tell(ref, null);",
      'return () => void tell(ref, null);',
    ],
    ['another element leaves the first attached', '    undo?.();\n', ''],
  ),
  ...mutantsOf(
    'react/use-combobox.ts',
    [
      'another field keeps the first one',
      'if (bound.combobox.field !== field || bound.id !== id) setBound(make());',
      '',
    ],
    ['another id keeps the first one', ' || bound.id !== id', ''],
    ['nothing is done after drawing', 'useAfterDrawing(bound.settle);', ''],
    ['the page differs from what the server rendered', ', () => plainView)', ', combobox.getSnapshot)'],
    ['an unsupported input becomes a combobox', '...(view.enabled && {', '...({'],
    ["the browser's own suggestions cover ours", "autoComplete: 'off', ", ''],
    [
      'the first text is not rendered',
      '...(!isControlled(props) && { defaultValue: plainView.state.value }),',
      '',
    ],
    ["the host's onCompositionEnd is lost", '          props.onCompositionEnd?.(event);\n', ''],
    ['the end of a composition goes unnoticed', '          bound.compositionEnd();\n', ''],
    ["the host's class name is lost", " ${props.className ?? ''}`", ' `'],
    ['a label names nothing', 'htmlFor: inputId, ...props', '...props'],
    ['the exact value is lost', "'data-value': option,", ''],
    ['the match is marked nowhere', 'if (!range) return shown;', 'return shown;'],
    ['a closed list is in the page', 'hidden: !view.open, ', ''],
  ),
  ...mutantsOf(
    'react/completion-input.tsx',
    [
      'a plain field has a popup',
      '{enabled && (\n        <div {...get.getPopupProps()}>',
      '{(\n        <div {...get.getPopupProps()}>',
    ],
    ['nothing is announced', '<div {...get.getAnnouncerProps()} />}', '<div />}'],
    ["the host's ref is lost", '{ ...props, ref }', 'props'],
  ),
  ...mutantsOf(
    'react/use-completion-form.ts',
    ['a form outlives its component', '      made.form.dispose();\n', ''],
    ['another target keeps the first form', ' || made.key !== target.key', ''],
    ['another engine keeps the first form', 'made.engine !== engine || ', ''],
    [
      "another prompt starts with the first one's texts",
      'JSON.stringify(made.form.target.ref) === JSON.stringify(target.ref) ? made.form.values : {}',
      'made.form.values',
    ],
    [
      'a reworded prompt costs what was typed',
      'JSON.stringify(made.form.target.ref) === JSON.stringify(target.ref) ? made.form.values : {}',
      '{}',
    ],
    ['Strict Mode leaves a dead form', "if (made.disposed) setMade({ ...made, key: '' });", ''],
    ['a form taken up again is empty', "setMade({ ...made, key: '' });", 'setMade(make({}));'],
    [
      'values are stale',
      'const subscription = form.values$.subscribe(listener);',
      'const subscription = form.values$.subscribe();',
    ],
    ['values are watched after the end', 'return () => subscription.unsubscribe();', 'return () => {};'],
  ),
  ...mutantsOf(
    'dom/element-text.ts',
    ['the late echo of what was typed closes the list', 'fresh || shown === typed', 'fresh'],
    ['what a host makes of a typed text closes the list', 'fresh || shown === typed', 'shown === typed'],
  ),
];
