/**
 * CompletionError and its kinds, and how the errors of each SDK generation are recognised. Recognition is by shape,
 * never by `instanceof`: a page may hold two copies of an SDK, and the engine must not import either.
 */
import { MAX_BODY_LENGTH, MAX_MESSAGE_LENGTH } from './figures.js';
import {
  CONNECTION_CLOSED,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  REQUEST_TIMEOUT,
  record,
  TOO_MANY_REQUESTS,
} from './protocol.js';

/**
 * - `timeout`: no answer within `timeoutMs`.
 * - `disconnected`: the connection is closed or was lost.
 * - `rate-limited`: the server asked for fewer requests (HTTP 429, or a JSON-RPC error with `data.retryAfter`).
 * - `server`: any other JSON-RPC or HTTP error.
 */
export type CompletionErrorKind = 'timeout' | 'disconnected' | 'rate-limited' | 'server';

/** Why the last request brought no answer. Shown beside the last good options, never instead of them. */
export class CompletionError extends Error {
  /** Tells this error from others where two copies of the package meet: see {@link isCompletionError}. */
  override readonly name = 'CompletionError';
  /** What went wrong, in the four ways that a UI may tell apart. */
  readonly kind: CompletionErrorKind;
  /** The JSON-RPC error code, or the HTTP status where the transport gave one. */
  declare readonly code?: number;
  /** Until when the engine holds back by itself, in the scheduler's milliseconds (by default: of the epoch). */
  declare readonly retryAt?: number;

  constructor(
    kind: CompletionErrorKind,
    message: string,
    details: { code?: number | undefined; retryAt?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    if (details.code !== undefined) this.code = details.code;
    if (details.retryAt !== undefined) this.retryAt = details.retryAt;
  }
}

/** True for a {@link CompletionError}, also one made by another copy of this package. */
export function isCompletionError(error: unknown): error is CompletionError {
  return error instanceof Error && error.name === 'CompletionError' && 'kind' in error;
}

/** What a rejection means to the engine. `method-not-found`, `invalid-params` and `malformed` are quiet. */
export interface Failure {
  /** The kinds of {@link CompletionError}, and three that a field keeps quiet about. */
  readonly kind: CompletionErrorKind | 'method-not-found' | 'invalid-params' | 'malformed';
  /** The server's or the transport's own words, at most 300 characters of them. */
  readonly message: string;
  /** The JSON-RPC error code, or the HTTP status where the transport gave one. */
  readonly code?: number;
  /** What the server asked to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** What the client rejected with. */
  readonly cause: unknown;
}

/** Reads a rejection of either SDK generation, of a transport, or of a host's own client. Never throws. */
export function readFailure(cause: unknown): Failure {
  const error = record(cause);
  const http = record(error.data);
  const inner = errorInBody(http);
  const data = inner ? record(inner.data) : http;
  const message = firstText(inner?.message, error.message, cause, 'The request failed');
  const status = codeOf(error, http, message);
  const code = status === TOO_MANY_REQUESTS ? status : (number(inner?.code) ?? status);
  const retryAfter = number(data.retryAfter) ?? -1;
  const retryAfterMs = retryAfter < 0 ? undefined : retryAfter * 1000;
  return {
    kind: kindOf(error, code, retryAfterMs, message),
    message: message.slice(0, MAX_MESSAGE_LENGTH),
    ...(code !== undefined && { code }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    cause,
  };
}

/**
 * v2 has codes of its own, in words. v1 has JSON-RPC's, which servers use for other things too, so that the SDK's own words
 * count as well; what neither SDK wraps has a name or nothing but words.
 */
function kindOf(
  error: Record<string, unknown>,
  code: number | undefined,
  retryAfterMs: number | undefined,
  message: string,
): Failure['kind'] {
  // The SDK's own schema refused the answer.
  if (isCalled(error, 'ZodError', '$ZodError', 'INVALID_RESULT')) return 'malformed';
  // The last is `AbortSignal.timeout`'s.
  if (isCalled(error, 'REQUEST_TIMEOUT', 'TimeoutError')) return 'timeout';
  if (code === REQUEST_TIMEOUT && /timed? ?out/i.test(message)) return 'timeout';
  if (isDisconnect(error, code, message)) return 'disconnected';
  if (code === TOO_MANY_REQUESTS || retryAfterMs !== undefined) return 'rate-limited';
  // The latter two: with `enforceStrictCapabilities` an SDK refuses to probe a server that declares nothing.
  if (
    code === METHOD_NOT_FOUND ||
    isCalled(error, 'CAPABILITY_NOT_SUPPORTED') ||
    message.startsWith('Server does not support completions')
  )
    return 'method-not-found';
  return code === INVALID_PARAMS ? 'invalid-params' : 'server';
}

/** Protocol 2026-07-28 sends "Method not found" with HTTP 404, and v2 hands its body on as text. */
function errorInBody(http: Record<string, unknown>): Record<string, unknown> | undefined {
  if (typeof http.text !== 'string' || http.text.length > MAX_BODY_LENGTH) return undefined;
  try {
    const error = record(record(JSON.parse(http.text)).error);
    return number(error.code) === undefined ? undefined : error;
  } catch {
    return undefined; // an error page
  }
}

/**
 * -32000 is every server's first code of its own ("database connection closed" is the server's trouble), so only the
 * SDK's exact words count. Neither SDK wraps the rest: "Not connected" is a plain Error, a refused fetch a TypeError,
 * a broken pipe Node's own.
 */
function isDisconnect(error: Record<string, unknown>, code: number | undefined, message: string): boolean {
  if (typeof error.code === 'string')
    return /^(CONNECTION_CLOSED|NOT_CONNECTED|EPIPE|ECONN\w+|ENOTFOUND|ERR_STREAM_\w+)$/.test(error.code);
  if (code === CONNECTION_CLOSED) return /^(MCP error -32000: )?Connection closed$/.test(message);
  return (
    code === undefined && /not connected|fetch failed|failed to fetch|networkerror|load failed/i.test(message)
  );
}

/**
 * The transports of v1 say -1 for an answer of another content type, its SSE transport puts the HTTP status into the
 * message alone, and a DOMException's legacy number means nothing here.
 */
function codeOf(
  error: Record<string, unknown>,
  data: Record<string, unknown>,
  message: string,
): number | undefined {
  if (isCalled(error, 'AbortError', 'TimeoutError', 'NetworkError')) return undefined;
  const code = number(error.code) ?? number(data.status) ?? number(error.status);
  if (code !== undefined) return code === -1 ? undefined : code;
  const status = /^Error POSTing to endpoint \(HTTP (\d{3})\)/.exec(message)?.[1];
  return status ? Number(status) : undefined;
}

function firstText(...candidates: unknown[]): string {
  return candidates.find((one) => typeof one === 'string' && one !== '') as string;
}

function isCalled({ name, code }: Record<string, unknown>, ...words: unknown[]): boolean {
  return words.includes(name) || words.includes(code);
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
