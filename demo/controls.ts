/** The panel that makes the embedded server slow, failing or silent, and sets the engine. */
import type { EngineSettings, ServerChoice } from './address.js';
import { el } from './elements.js';
import type { DemoControls } from './server/controls.js';

export interface ControlsHost {
  readonly controls: DemoControls;
  readonly engine: EngineSettings;
  /** The capability was switched; it is declared on connecting, so this means a new connection. */
  reconnect(): void;
  setEngine(settings: EngineSettings): void;
  /** Forget what is known of the server's answers. */
  invalidate(): void;
}

export interface ControlsPanel {
  /** The switches of the embedded server mean nothing to another one. */
  serve(server: ServerChoice): void;
}

export function createControlsPanel(root: HTMLElement, host: ControlsHost): ControlsPanel {
  const { controls } = host;

  const latency = el('input', { id: 'latency', type: 'range', min: 0, max: 2000, step: 50 });
  // An <output> is a live region by itself, and the slider already says its value.
  const latencyText = el('output', { for: 'latency', 'aria-live': 'off' });
  const showLatency = () => {
    latencyText.textContent = `${controls.latencyMs.toLocaleString('en')} ms`;
    latency.setAttribute('aria-valuetext', `${controls.latencyMs} milliseconds`);
  };
  latency.value = String(controls.latencyMs);
  showLatency();
  latency.addEventListener('input', () => {
    controls.latencyMs = Number(latency.value);
    showLatency();
  });

  const capability = toggle('capability', 'Completions capability', controls.completions, (on) => {
    controls.completions = on;
    host.reconnect();
  });
  const failing = toggle('failing', 'Completions fail', controls.failing, (on) => {
    controls.failing = on;
  });
  const remote = el('p', { class: 'hint', hidden: true }, 'These belong to the embedded server.');
  const server = el(
    'fieldset',
    {},
    el('legend', {}, 'Embedded server'),
    capability,
    failing,
    el('div', { class: 'control' }, el('label', { for: 'latency' }, 'Latency'), latencyText, latency),
    remote,
  );

  const narrowing = choice('narrowing', 'While an answer is pending', [
    ['display', 'Show the earlier list, narrowed'],
    ['learned', 'Narrow, and skip proved requests'],
    ['off', 'Show nothing but answers'],
  ]);
  narrowing.input.value = host.engine.narrowing ?? 'display';
  const debounce = choice('debounce', 'Typing rests before it is asked', [
    ['', 'By urgency, 100 to 3,000 ms'],
    ['0', 'Not at all'],
    ['150', '150 ms'],
    ['300', '300 ms'],
    ['600', '600 ms'],
  ]);
  const given = String(host.engine.debounceMs ?? '');
  if (![...debounce.input.options].some(({ value }) => value === given))
    debounce.input.append(el('option', { value: given }, `${given} ms`));
  debounce.input.value = given;

  const apply = () =>
    host.setEngine({
      ...host.engine,
      narrowing: narrowing.input.value as NonNullable<EngineSettings['narrowing']>,
      debounceMs: debounce.input.value === '' ? undefined : Number(debounce.input.value),
    });
  narrowing.input.addEventListener('change', apply);
  debounce.input.addEventListener('change', apply);

  const forget = el('button', { type: 'button' }, 'Forget cached answers');
  forget.addEventListener('click', () => host.invalidate());
  const engine = el('fieldset', {}, el('legend', {}, 'Engine'), narrowing.row, debounce.row, forget);

  root.append(server, engine);
  return {
    serve({ kind }) {
      const disabled = kind !== 'embedded';
      for (const input of server.querySelectorAll('input')) input.disabled = disabled;
      remote.hidden = !disabled;
    },
  };
}

function toggle(id: string, label: string, on: boolean, change: (on: boolean) => void): HTMLElement {
  const input = el('input', { id, type: 'checkbox', role: 'switch' });
  input.checked = on;
  input.addEventListener('change', () => change(input.checked));
  return el('div', { class: 'control' }, el('label', { for: id }, label), input);
}

function choice(id: string, label: string, options: readonly (readonly [string, string])[]) {
  const input = el('select', { id }, ...options.map(([value, text]) => el('option', { value }, text)));
  return { input, row: el('div', { class: 'control stacked' }, el('label', { for: id }, label), input) };
}
