/** The demo page, put together: connection, engine, catalogue, composer, transcript, controls and wire panel. */
import type { Subscription } from 'rxjs';
import { type CompletionEngine, type CompletionTarget, createCompletionEngine } from '../src/index.js';
import {
  type EngineSettings,
  type OpenChoice,
  readAddress,
  type ServerChoice,
  writeAddress,
} from './address.js';
import { type Catalogue, createCatalogueView } from './catalogue.js';
import { createComposer } from './composer.js';
import { Connection } from './connection.js';
import { createControlsPanel } from './controls.js';
import { byId } from './elements.js';
import { createHeader } from './header.js';
import { loadCatalogue } from './load-catalogue.js';
import { runTarget } from './run-target.js';
import { createDemoControls } from './server/index.js';
import { createTranscript } from './transcript.js';
import { WireLog } from './wire-log.js';
import { createWirePanel } from './wire-panel.js';

const settings = readAddress(location.search);
const demoControls = createDemoControls(settings.controls);
const connection = new Connection(demoControls);
const log = new WireLog();
const transcript = createTranscript(byId('transcript', HTMLElement));

let server: ServerChoice = settings.server;
let wanted: OpenChoice | undefined = settings.open;

// The engine ------------------------------------------------------------------------------------------------------
let engineSettings: EngineSettings = settings.engine;
let engine: CompletionEngine;
let watching: Subscription | undefined;

function startEngine(): void {
  watching?.unsubscribe();
  engine?.dispose();
  engine = createCompletionEngine(connection.client$, {
    ...engineSettings,
    invalidate$: connection.listChanged$,
  });
  watching = engine.events$.subscribe((event) => log.addEvent(event));
}
startEngine();

// The panels ------------------------------------------------------------------------------------------------------
createWirePanel(byId('wire', HTMLElement), log);
connection.wire$.subscribe(({ connection, passed }) => log.addMessage(passed, connection));
connection.ended$.subscribe((ended) => log.endConnection(ended, Date.now()));

const header = createHeader({
  connect(choice) {
    server = choice;
    wanted = undefined;
    updateAddress();
    void connection.connect(server);
  },
});
connection.status$.subscribe((status) => header.show(server, status));

const controls = createControlsPanel(byId('controls', HTMLElement), {
  controls: demoControls,
  engine: engineSettings,
  reconnect: () => void connection.connect(server),
  setEngine(changed) {
    engineSettings = changed;
    startEngine();
    composer.rebuild();
  },
  invalidate: () => engine.invalidate(),
});

const list = createCatalogueView(byId('catalogue', HTMLElement), (target) => {
  header.view('chat');
  composer.open(target);
});

const composer = createComposer(byId('composer', HTMLElement), {
  engine: () => engine,
  opened(target) {
    list.mark(target?.key);
    wanted = target && choiceOf(target);
    updateAddress();
  },
  async run({ form, target }) {
    const again = form.values;
    return runTarget(connection.client$.value, form, transcript, () => composer.open(target, again));
  },
  say(text) {
    transcript.addText(text);
    transcript.addNotice('This client has no model to talk to. Type / for a prompt or @ for a resource.');
  },
  unknownCommand: (text) => transcript.addError(`This server has no ${text}`),
});

// The catalogue follows the connection ------------------------------------------------------------------------------
async function refreshCatalogue(): Promise<void> {
  const client = connection.client$.value;
  if (!client) return;
  try {
    const catalogue = await loadCatalogue(client);
    if (client === connection.client$.value) takeCatalogue(catalogue);
  } catch (error) {
    if (client !== connection.client$.value) return;
    const why = error instanceof Error ? error.message : String(error);
    transcript.addError(`The prompts cannot be listed: ${why}`);
  }
}

/** None while there is no connection. */
function showCatalogue(catalogue: Catalogue | undefined): CompletionTarget[] {
  const targets = catalogue ? [...catalogue.prompts, ...catalogue.templates] : [];
  list.show(catalogue);
  composer.offer(targets);
  return targets;
}

function takeCatalogue(catalogue: Catalogue): void {
  const targets = showCatalogue(catalogue);
  // A form that this server does not have would only fail; one that it has keeps its text.
  const open = composer.target && JSON.stringify(composer.target.ref);
  const target = targets.find(({ ref }) => JSON.stringify(ref) === open);
  if (target) composer.renew(target);
  else if (open) composer.close();
  if (wanted && !composer.target) openWanted(wanted, targets);
}

function openWanted(choice: OpenChoice, targets: readonly CompletionTarget[]): void {
  const target = targets.find(({ ref }) =>
    choice.kind === 'prompt'
      ? ref.type === 'ref/prompt' && ref.name === choice.name
      : ref.type === 'ref/resource' && ref.uri === choice.uriTemplate,
  );
  wanted = undefined;
  if (target) composer.open(target);
  else transcript.addError('This server does not have what the address asks for.');
}

function choiceOf({ ref }: CompletionTarget): OpenChoice {
  return ref.type === 'ref/prompt'
    ? { kind: 'prompt', name: ref.name }
    : { kind: 'template', uriTemplate: ref.uri };
}

function updateAddress(): void {
  history.replaceState(null, '', `${location.pathname}${writeAddress(location.search, server, wanted)}`);
}

connection.client$.subscribe(() => void refreshCatalogue());
connection.status$.subscribe(({ kind }) => {
  controls.serve(server);
  if (kind === 'failed' || kind === 'closed') showCatalogue(undefined);
});
connection.listChanged$.subscribe(() => void refreshCatalogue());
for (const problem of settings.problems) transcript.addError(problem);
transcript.addNotice(
  'Choose a prompt or a resource, or type / below. What you run is answered by the server itself.',
);
void connection.connect(server);
