/** The scenarios of the interop suite, driven as a host drives the engine: forms, fields and their state. */
import type { Subject } from 'rxjs';
import { promptTarget } from '../../src/index.js';
import { type Desk, journalled, listed, nothingAndNoError, settled, until } from './desk.js';
import { equal, ok } from './expect.js';
import type { Host } from './hosts.js';
import type { Promises } from './servers.js';

/** One live connection to one server, and the means to end and replace it. */
export interface Stage {
  readonly promises: Promises;
  readonly host: Host;
  /** Every prompts/list_changed that arrived. */
  readonly promptsChanged$: Subject<void>;
  /** Ends the server without a word. */
  kill(): Promise<void>;
  /** Starts the server anew and connects another client to it. */
  revive(): Promise<Host>;
}

/** Thrown by a scenario that this server gives no occasion for. */
export class NotApplicable extends Error {}

export interface Scenario {
  readonly title: string;
  run(stage: Stage, desk: Desk): Promise<void>;
}

const SLOW = { of: { prompt: 'trial' }, argument: 'slow' };
const FAILING = { of: { prompt: 'trial' }, argument: 'failing' };

const NOT_DECLARED = 'the server declares no completions, so nothing is asked of it';
const NO_LIST = 'the server completes every argument with nothing';
const NO_TRIAL = 'the server has no argument that misbehaves';

export const SCENARIOS: readonly Scenario[] = [
  {
    title: 'capability',
    async run({ promises, host }, desk) {
      const { field } = await desk.use(promises.listing ?? promises.silent);
      field.setValue('p');
      if (promises.declares) {
        await settled(field);
        equal(field.state.support, 'supported', 'support');
        ok(host.wire.completions.length > 0, 'a completion/complete was sent');
      } else {
        // Had anything been sent before this request, it would be on the record by now.
        await host.prompts();
        equal(field.state.support, 'unsupported', 'support');
        equal(field.state.reason, 'not-declared', 'reason');
        equal(host.wire.completions.length, 0, 'completion/complete requests to a server that declares none');
      }
    },
  },
  {
    title: 'lists all',
    async run({ promises }, desk) {
      const listing = promises.listing ?? notApplicable(promises.declares ? NO_LIST : NOT_DECLARED);
      const { field } = await desk.use(listing);
      equal((await settled(field)).options, listing.all, 'options for ""');
    },
  },
  {
    title: 'narrows',
    async run({ promises }, desk) {
      const listing = promises.listing ?? notApplicable(promises.declares ? NO_LIST : NOT_DECLARED);
      const { field } = await desk.use(listing);
      field.setValue(listing.prefix);
      const state = await settled(field);
      equal(state.options, listing.narrowed, `options for "${listing.prefix}"`);
      equal(state.provisional, false, 'provisional');
    },
  },
  {
    title: 'unknown argument',
    async run({ promises }, desk) {
      if (!promises.declares) notApplicable(NOT_DECLARED);
      const { field } = await desk.use(promises.silent);
      field.setValue('anything');
      await nothingAndNoError(field);
    },
  },
  {
    title: 'dependent argument',
    async run({ promises, host }, desk) {
      const dependent = promises.dependent ?? notApplicable(promises.declares ? NO_LIST : NOT_DECLARED);
      const { form, field } = await desk.use(dependent);
      await nothingAndNoError(field);
      equal(host.wire.completions.at(-1)?.params?.context, undefined, 'context with nothing resolved');

      form.setValues(dependent.resolved);
      const state = await listed(field, 'options once the other argument is resolved');
      equal(state.options, dependent.values, 'dependent options');
      equal(host.wire.completions.at(-1)?.params?.context, { arguments: dependent.resolved }, 'context');
    },
  },
  {
    title: 'empty answer',
    async run({ promises }, desk) {
      const nothing = promises.nothing ?? notApplicable(NOT_DECLARED);
      const { field } = await desk.use(nothing);
      field.setValue(nothing.text);
      await nothingAndNoError(field);
      equal(field.state.reason, 'no-values', 'reason');
      equal(field.value, nothing.text, 'text');
    },
  },
  {
    title: 'provider error',
    async run({ promises, host }, desk) {
      const { listing, trial } = promises;
      if (!trial || !listing) return notApplicable(promises.declares ? NO_TRIAL : NOT_DECLARED);
      const { field } = await desk.use(FAILING);
      const state = await settled(field);
      equal(state.error?.kind, 'server', 'kind of error');
      equal(state.error?.code, -32603, 'code of error');
      equal(state.support, 'supported', 'support');

      field.setValue('again');
      await until(field.state$, 'the next key to ask again', () =>
        host.wire.completions.some(({ params }) => params?.argument?.value === 'again'),
      );
      const { field: other } = await desk.use(listing);
      equal((await settled(other)).options, listing.all, 'options of another argument');
      equal(field.value, 'again', 'text');
    },
  },
  {
    title: 'unknown prompt',
    async run({ promises }, desk) {
      if (!promises.declares) notApplicable(NOT_DECLARED);
      const target = promptTarget({ name: 'no_such_prompt', arguments: [{ name: 'anything' }] });
      const field = desk.form(target).field('anything');
      field.focus();
      await nothingAndNoError(field);
      equal(field.state.support, 'supported', 'support');
    },
  },
  {
    title: 'cancellation arrives',
    async run({ promises, host }, desk) {
      if (!promises.trial) notApplicable(promises.declares ? NO_TRIAL : NOT_DECLARED);
      const { form, field } = await desk.use(SLOW);
      field.setValue('alpha');
      await journalled(host, 'begun', 'alpha');
      field.setValue('beta');
      await journalled(host, 'begun', 'beta');
      await journalled(host, 'cancelled', 'alpha');
      equal(field.state.error, undefined, 'error of a superseded request');
      form.dispose();
      await journalled(host, 'cancelled', 'beta');
    },
  },
  {
    title: 'list_changed',
    async run({ promises, host, promptsChanged$ }, desk) {
      const { listing, trial } = promises;
      if (!trial || !listing) {
        return notApplicable(promises.declares ? 'the server never changes its prompts' : NOT_DECLARED);
      }
      const { field } = await desk.use(listing);
      await settled(field);
      promptsChanged$.subscribe(() => desk.invalidate$.next());
      // Over HTTP a notification is lost when the client's event stream is not open yet: so it is provoked until heard.
      let heard = false;
      promptsChanged$.subscribe(() => {
        heard = true;
      });
      for (let round = 0; !heard && round < 100; round++) {
        await host.callTool('add_language', { name: 'zig' });
        await host.prompts();
      }
      ok(heard, 'prompts/list_changed arrived');
      await until(field.state$, 'the list to show what changed', ({ options }) => options.includes('zig'));
    },
  },
  {
    title: 'reconnect',
    async run({ promises, host, kill, revive }, desk) {
      const { field } = await desk.use(promises.listing ?? promises.silent);
      if (promises.declares) await settled(field);
      const before = field.state.support;
      if (promises.trial) {
        const { field: slow } = await desk.use(SLOW);
        slow.setValue('in flight');
        await journalled(host, 'begun', 'in flight');
        field.focus();
      }

      await kill();
      desk.client$.next(null);
      equal(field.state.support, 'unknown', 'support while disconnected');
      const prefix = promises.listing?.prefix ?? '';
      field.setValue(prefix);
      equal(field.value, prefix, 'text typed while disconnected');

      const next = await revive();
      desk.client$.next(next.client);
      equal(field.state.support, before, 'support after the reconnection');
      if (promises.listing) {
        const state = await listed(field, 'options after the reconnection');
        equal(state.options, promises.listing.narrowed, 'options after the reconnection');
      }
      if (!promises.declares) equal(next.wire.completions.length, 0, 'requests after the reconnection');
    },
  },
];

function notApplicable(why: string): never {
  throw new NotApplicable(why);
}
