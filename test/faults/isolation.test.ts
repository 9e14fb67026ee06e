/** What one connection or one identity learned is never shown to another. */
import { BehaviorSubject, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import {
  type CompletionClient,
  type CompletionField,
  type CompletionState,
  createCompletionEngine,
  promptTarget,
} from '../../src/index.js';
import { BenchClock, microtasks } from '../bench/clock.js';
import { FakeClient, type FakeRequest } from '../support/fake-client.js';

const TARGET = promptTarget({ name: 'p', arguments: [{ name: 'a' }, { name: 'b' }] });

const owned =
  (owner: string) =>
  ({ value, answer }: FakeRequest) =>
    answer([`${value} of ${owner}`, `${value} too, of ${owner}`], { hasMore: false });

/** Every option that a field shows, from now on. */
function optionsOf(field: CompletionField): string[] {
  const seen: string[] = [];
  field.state$.subscribe(({ options }: CompletionState) => seen.push(...options));
  return seen;
}

describe.each(['display', 'learned', 'off'] as const)(
  'with narrowing %s',
  { timeout: 30_000 },
  (narrowing) => {
    async function setUp(script: (request: FakeRequest) => void) {
      const clock = new BenchClock();
      const client = new FakeClient(script);
      const client$ = new BehaviorSubject<CompletionClient | null>(client);
      const invalidate$ = new Subject<void>();
      const engine = createCompletionEngine(client$, { scheduler: clock, invalidate$, narrowing });
      const rest = async (ms = 1_000) => {
        await clock.advance(ms, () => {});
        await microtasks();
      };
      const fill = async (field: CompletionField) => {
        for (const text of ['', 'p', 'py']) {
          field.setValue(text);
          field.focus();
          await rest();
        }
      };
      return { engine, client, client$, invalidate$, rest, fill };
    }

    it('another client starts with an empty cache, and gets no late answer of the one before', async () => {
      const { engine, client, client$, rest, fill } = await setUp(owned('alice'));
      const field = engine.form(TARGET).field('a');
      await fill(field);
      client.script = () => {};
      field.setValue('pyt');
      await rest();
      const late = client.last('pyt');

      const next = new FakeClient(owned('bob'));
      client$.next(next);
      const seen = optionsOf(field);
      late.answer(['late, of alice']);
      await rest();
      for (const text of ['py', 'p', '', 'pyt']) {
        field.setValue(text);
        await rest();
      }
      const fresh = engine.form(TARGET).field('a');
      seen.push(...optionsOf(fresh));
      await fill(fresh);
      expect(seen.filter((option) => option.includes('alice'))).toEqual([]);
      expect(seen).toContain('pyt of bob');
    });

    it('after a sign-in nothing of the earlier identity is shown, not even from a request under way', async () => {
      const { engine, client, invalidate$, rest, fill } = await setUp(owned('alice'));
      const field = engine.form(TARGET).field('a');
      await fill(field);
      client.script = () => {};
      field.setValue('pyt');
      await rest();
      const late = client.last('pyt');

      client.script = owned('bob');
      invalidate$.next();
      const seen = optionsOf(field);
      late.answer(['late, of alice']);
      await rest();
      for (const text of ['py', 'p', '', 'pyt']) {
        field.setValue(text);
        await rest();
      }
      expect(seen.filter((option) => option.includes('alice'))).toEqual([]);
      expect(seen).toContain('py of bob');
    });

    it('two engines over one client share nothing', async () => {
      const { engine, client, rest, fill } = await setUp(owned('alice'));
      await fill(engine.form(TARGET).field('a'));
      const { length } = client.requests;
      const other = createCompletionEngine(client, { narrowing });
      other.form(TARGET).field('a').focus();
      await rest();
      expect(client.requests.length).toBe(length + 1);
      other.dispose();
    });
  },
);
