/** A client without a server: the test itself decides each request's answer. Counts cancellations as a wire would. */
import type { CompleteParams, CompletionClient, CompletionRequestOptions } from '../../src/index.js';

/** One request, and the ways to settle it. */
export interface FakeRequest {
  readonly params: CompleteParams;
  readonly options: CompletionRequestOptions;
  /** The text to complete. */
  readonly value: string;
  answer(values: readonly string[] | null, more?: object): void;
  /** Any result at all. */
  result(result: unknown): void;
  fail(cause: unknown): void;
}

export class FakeClient implements CompletionClient {
  capabilities: { completions?: unknown } | undefined = { completions: {} };
  readonly requests: FakeRequest[] = [];
  /** The texts of the requests that were cancelled while in flight, in that order. */
  readonly cancelled: string[] = [];
  /** Aborts after the answer, which the protocol forbids. */
  lateCancellations = 0;
  script: (request: FakeRequest) => void;

  constructor(script: (request: FakeRequest) => void = () => {}) {
    this.script = script;
  }

  getServerCapabilities(): { completions?: unknown } | undefined {
    return this.capabilities;
  }

  complete(params: CompleteParams, options: CompletionRequestOptions = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let settled = false;
      const { value } = params.argument;
      const settle = (how: () => void) => {
        settled = true;
        how();
      };
      options.signal?.addEventListener('abort', () => {
        if (settled) this.lateCancellations++;
        else this.cancelled.push(value);
        settle(() => reject(Object.assign(new Error('Request timed out'), { code: -32001 })));
      });
      const request: FakeRequest = {
        params,
        options,
        value,
        answer: (values, more = {}) => settle(() => resolve({ completion: { values, ...more } })),
        result: (result) => settle(() => resolve(result)),
        fail: (cause) => settle(() => reject(cause)),
      };
      this.requests.push(request);
      this.script(request);
    });
  }

  /** What was asked, in that order. */
  get asked(): string[] {
    return this.requests.map(({ value }) => value);
  }

  /** The latest request, for this text if one is named. */
  last(value?: string): FakeRequest {
    const last = this.requests.findLast((request) => value === undefined || request.value === value);
    if (!last) throw new Error(`nothing was asked for ${JSON.stringify(value)}`);
    return last;
  }
}

/** A server that matches by case-sensitive prefix, as most do, and says that it sent all. */
export function prefixServer(...values: readonly string[]): (request: FakeRequest) => void {
  return ({ value, answer }) =>
    answer(
      values.filter((one) => one.startsWith(value)),
      { hasMore: false },
    );
}

/** A JSON-RPC error as both SDKs throw it. */
export function rpcError(code: number, data?: unknown): Error {
  return Object.assign(new Error(`error ${code}`), { code, ...(data !== undefined && { data }) });
}
