/** The bar at the top: which server, how the connection stands, and which part of the page a narrow window shows. */
import { isHttpAddress, type ServerChoice } from './address.js';
import type { ConnectionStatus } from './connection.js';
import { byId } from './elements.js';

export type View = 'catalogue' | 'chat' | 'inspector';

export interface Header {
  show(server: ServerChoice, status: ConnectionStatus): void;
  view(view: View): void;
}

/** Where `npm run demo:server` listens by default. */
const SUGGESTED_URL = 'http://127.0.0.1:8931/mcp';

export function createHeader(host: { connect(server: ServerChoice): void }): Header {
  const form = byId('server-form', HTMLFormElement);
  const kind = byId('server-kind', HTMLSelectElement);
  const url = byId('server-url', HTMLInputElement);
  const urlLabel = form.querySelector<HTMLLabelElement>('label[for="server-url"]');
  const status = byId('status', HTMLElement);
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-show]')];

  const showKind = () => {
    const remote = kind.value === 'http';
    url.hidden = !remote;
    if (urlLabel) urlLabel.hidden = !remote;
    if (remote && url.value === '') url.value = SUGGESTED_URL;
  };
  kind.addEventListener('change', showKind);
  url.addEventListener('input', () => url.setCustomValidity(''));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (kind.value === 'embedded') {
      host.connect({ kind: 'embedded' });
      return;
    }
    url.setCustomValidity(
      isHttpAddress(url.value) ? '' : `An http or https address, such as ${SUGGESTED_URL}`,
    );
    if (form.reportValidity()) host.connect({ kind: 'http', url: url.value });
  });

  const view = (shown: View) => {
    document.body.dataset.view = shown;
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.show === shown));
  };
  for (const button of buttons) button.addEventListener('click', () => view(button.dataset.show as View));

  return {
    view,
    show(server, state) {
      kind.value = server.kind;
      if (server.kind === 'http') url.value = server.url;
      showKind();
      status.dataset.kind = state.kind;
      status.textContent = describe(state);
    },
  };
}

function describe(status: ConnectionStatus): string {
  switch (status.kind) {
    case 'connecting':
      return 'Connecting';
    case 'connected':
      return `Connected to ${status.server}; completions ${status.completions}`;
    case 'failed':
      return `No connection: ${status.why}`;
    case 'closed':
      return 'Not connected';
  }
}
