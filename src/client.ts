/** CompletionClient, and one `completion/complete` as a cancellable Observable. */
import type { CompleteParams } from './protocol.js';

/** Options of one request, as both SDK generations take them. */
export interface CompletionRequestOptions {
  signal?: AbortSignal;
  /** Milliseconds. */
  timeout?: number;
}

/**
 * What the engine needs of a client. The `Client` of `@modelcontextprotocol/sdk` (v1) and of
 * `@modelcontextprotocol/client` (v2) both fit as they are.
 */
export interface CompletionClient {
  getServerCapabilities(): { completions?: unknown } | undefined;
  complete(params: CompleteParams, options?: CompletionRequestOptions): Promise<unknown>;
  /** Preferred when present: the engine then decodes the answer itself, and an SDK's strict schema throws nothing away. */
  request?(
    request: { method: 'completion/complete'; params: CompleteParams },
    schema: object,
    options?: CompletionRequestOptions,
  ): Promise<unknown>;
}
