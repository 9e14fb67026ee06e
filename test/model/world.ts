/**
 * One run of the model test: an engine with its forms, the clients it is given, and beside them what a person, a host and
 * a server did, kept as simply as possible. The checks compare the two after every step.
 */
import { BehaviorSubject, Subject } from 'rxjs';
import type { CompletionClient, CompletionEngine, CompletionRef, FormOptions } from '../../src/index.js';
import { createCompletionEngine } from '../../src/index.js';
import { BenchClock, microtasks } from '../bench/clock.js';
import { checkEverything } from './checks.js';
import { FailureBook } from './failures.js';
import { type FieldModel, type FormModel, formModel, type Look, streamModel } from './fields.js';
import { type Call, type Connect, isInFlight, type Peer } from './peer.js';
import { RequestBook, type Sent } from './requests.js';
import { groupOf, ModelServer, type Question, type Word } from './server.js';
import { modelOf, type Setup, targetsOf } from './setup.js';

export class World {
  readonly clock = new BenchClock();
  readonly client$: BehaviorSubject<CompletionClient | null>;
  readonly invalidate$ = new Subject<CompletionRef | void>();
  readonly server: ModelServer;
  readonly engine: CompletionEngine;
  readonly forms: readonly FormModel[];
  readonly fields: readonly FieldModel[];
  readonly requests = new RequestBook(this);
  /** The last word on each question. */
  readonly words = new Map<string, Word>();
  /** Every value that an answer brought, by group. */
  readonly seen = new Map<string, Set<string>>();
  readonly failures: FailureBook;
  /** Whether each ref has answered, or was refused as an unknown method. */
  readonly refs = new Map<string, 'answered' | 'refused'>();
  readonly peers: Peer[] = [];
  /** The one that the engine was given last. */
  peer: Peer | null;
  /** Was the engine's before; a host may give it again. */
  retired: Peer | undefined;
  /** The client's capabilities changed and nobody told the engine. */
  untold = false;
  disposed = false;
  /** What was objected to where nothing may be thrown: inside of the engine. */
  readonly objections: Error[] = [];
  #connections = 1;
  #invalidations = new Map<string, number>();

  static async open(setup: Setup, connect: Connect): Promise<World> {
    // The first client's calls come in before there is a world to receive them only if the engine asked by itself.
    let world: World | undefined;
    const onCall = (call: Call, peer: Peer) => world!.requests.received(call, peer);
    const peer = await connect(onCall);
    world = new World(setup, peer, () => connect(onCall));
    return world;
  }

  /** Another client of the host's. */
  async connect(): Promise<Peer> {
    const peer = await this.connectPeer();
    this.peers.push(peer);
    return peer;
  }

  private constructor(
    readonly setup: Setup,
    peer: Peer,
    private readonly connectPeer: () => Promise<Peer>,
  ) {
    this.clock.frame = 1_000_000;
    this.server = new ModelServer((argument) => modelOf(setup, argument));
    this.failures = new FailureBook(() => this.clock.now());
    this.peer = peer;
    this.peers.push(peer);
    this.client$ = new BehaviorSubject<CompletionClient | null>(peer.client);
    const { narrowing, debounceMs, maxConcurrent, cache, support } = setup;
    this.engine = createCompletionEngine(this.client$, {
      narrowing,
      debounceMs,
      maxConcurrent,
      cache,
      support,
      invalidate$: this.invalidate$,
      scheduler: this.clock,
    });
    this.engine.events$.subscribe((event) => this.requests.told(event));
    const targets = targetsOf(setup);
    const forms = targets.map((target, index) =>
      formModel(this.engine, target, setup.form, index === 0 ? '' : 'twin '),
    );
    this.forms = [...forms, streamModel(this.engine, targets[0]!, setup.form.minLength)];
    this.fields = this.forms.flatMap(({ fields }) => fields);
  }

  /** What a field asks about now. */
  question(field: FieldModel): Question {
    const { exclude = [], dependsOn = {} }: FormOptions = field.form.stream ? {} : this.setup.form;
    const only = (dependsOn as Readonly<Record<string, readonly string[]>>)[field.name];
    const context = Object.entries(field.form.values).filter(
      ([name, value]) =>
        name !== field.name && value !== '' && !exclude.includes(name) && (only?.includes(name) ?? true),
    );
    return {
      ref: field.form.ref,
      argument: field.name,
      text: field.text,
      context: Object.fromEntries(context),
      data: this.dataOf(field.form.ref),
    };
  }

  look(): readonly Look[] {
    return this.fields.map((field) => {
      const question = this.question(field);
      const group = groupOf(question);
      return { field, state: field.real.state, question, key: `${group} ${field.text}`, group };
    });
  }

  dataOf(ref: CompletionRef): string {
    return `${this.#connections}.${this.#invalidations.get(refId(ref)) ?? 0}`;
  }

  /** The server's data changed, or are another server's. */
  forget(ref?: CompletionRef): void {
    if (ref) this.#invalidations.set(refId(ref), (this.#invalidations.get(refId(ref)) ?? 0) + 1);
    else this.#connections++;
    if (ref) this.refs.delete(refId(ref));
    else this.refs.clear();
    this.failures.drop(ref && refId(ref));
    this.hurry();
  }

  /** Something happened that lets active fields ask at once. */
  hurry(fields: readonly FieldModel[] = this.fields): void {
    for (const field of fields) field.urgent = true;
  }

  get inFlight(): readonly Sent[] {
    return this.requests.inFlight;
  }

  get open(): readonly Sent[] {
    return this.requests.open;
  }

  /** Answers as the server would, or in a shape of its own that means the same. */
  answer(sent: Sent, shape: (word: Word) => object = plain): void {
    const word = this.server.word(sent.question);
    if (this.#isAwaited(sent)) {
      this.words.set(sent.key, word);
      const seen = this.seen.get(sent.group) ?? new Set();
      for (const value of word.values) seen.add(value);
      this.seen.set(sent.group, seen);
      this.#learn(sent, 'answered');
    }
    sent.call.answer({ completion: shape(word) });
  }

  /** Answers with something that is no completion. */
  malform(sent: Sent, result: unknown): void {
    if (this.#isAwaited(sent)) this.#learn(sent, 'answered');
    sent.call.answer(result);
  }

  fail(sent: Sent, error: { code: number; message: string; data?: { retryAfter: number } }): void {
    if (this.#isAwaited(sent)) {
      if (error.code === -32602) this.#learn(sent, 'answered');
      else if (error.code === -32601) this.#learn(sent, 'refused');
    }
    sent.call.fail(error);
  }

  #isAwaited({ call }: Sent): boolean {
    return isInFlight(call) && !this.disposed;
  }

  #learn({ question: { ref } }: Sent, what: 'answered' | 'refused'): void {
    const id = refId(ref);
    if (this.refs.get(id) === 'answered') return;
    this.refs.set(id, what);
    this.hurry();
  }

  /** Lets everything that follows from the last act happen, then checks. */
  async flush(): Promise<void> {
    await microtasks();
    checkEverything(this);
  }

  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms, () => {
      checkEverything(this);
    });
    await this.flush();
  }
}

export const refId = (ref: CompletionRef): string =>
  JSON.stringify([ref.type, ref.type === 'ref/prompt' ? ref.name : ref.uri]);

export const plain = ({ values, partial, total }: Word): object =>
  total === undefined ? { values } : { values, total, hasMore: partial };
