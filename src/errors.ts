/**
 * CompletionError and its kinds, and how the errors of each SDK generation are recognised. Recognition is by shape,
 * never by `instanceof`: a page may hold two copies of an SDK, and the engine must not import either.
 */

/**
 * - `timeout`: no answer within `timeoutMs`.
 * - `disconnected`: the connection is closed or was lost.
 * - `rate-limited`: the server asked for fewer requests (HTTP 429, or a JSON-RPC error with `data.retryAfter`).
 * - `server`: any other JSON-RPC or HTTP error.
 */
export type CompletionErrorKind = 'timeout' | 'disconnected' | 'rate-limited' | 'server';

/** Why the last request brought no answer. Shown beside the last good options, never instead of them. */
export class CompletionError extends Error {
  override readonly name = 'CompletionError';
  readonly kind: CompletionErrorKind;
  /** The JSON-RPC error code, or the HTTP status where the transport gave one. */
  readonly code?: number;
  /** Until when the engine holds back by itself, in the scheduler's milliseconds (by default: of the epoch). */
  readonly retryAt?: number;

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
  readonly kind: CompletionErrorKind | 'method-not-found' | 'invalid-params' | 'malformed';
  readonly message: string;
  readonly code?: number;
  /** What the server asked to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly cause: unknown;
}

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const CONNECTION_CLOSED = -32000;
const REQUEST_TIMEOUT = -32001;
const TOO_MANY_REQUESTS = 429;

/** Reads a rejection of either SDK generation, of a transport, or of a host's own client. */
export function readFailure(cause: unknown): Failure {
  const error = record(cause);
  const data = record(error.data);
  const message = typeof error.message === 'string' ? error.message : String(cause);
  const code = number(error.code) ?? number(data.status) ?? number(error.status);
  const retryAfter = number(data.retryAfter);
  const retryAfterMs = retryAfter !== undefined && retryAfter >= 0 ? retryAfter * 1000 : undefined;
  return {
    kind: kindOf(error, code, retryAfterMs, message),
    message,
    ...(code !== undefined && { code }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    cause,
  };
}

function kindOf(
  error: Record<string, unknown>,
  code: number | undefined,
  retryAfterMs: number | undefined,
  message: string,
): Failure['kind'] {
  if (isSchemaRefusal(error)) return 'malformed';
  if (error.code === 'REQUEST_TIMEOUT') return 'timeout';
  if (error.code === 'CONNECTION_CLOSED' || error.code === 'NOT_CONNECTED') return 'disconnected';
  if (code === TOO_MANY_REQUESTS || retryAfterMs !== undefined) return 'rate-limited';
  if (code === METHOD_NOT_FOUND) return 'method-not-found';
  if (code === INVALID_PARAMS) return 'invalid-params';
  if (code === REQUEST_TIMEOUT && /timed? ?out/i.test(message)) return 'timeout';
  if (code === CONNECTION_CLOSED && /clos/i.test(message)) return 'disconnected';
  // Neither SDK wraps these: "Not connected" is a plain Error, a refused fetch a TypeError.
  if (
    code === undefined &&
    /not connected|fetch failed|failed to fetch|networkerror|load failed/i.test(message)
  )
    return 'disconnected';
  return 'server';
}

/** The SDK's own schema refused the answer: v1 throws the ZodError itself, v2 wraps it as INVALID_RESULT. */
function isSchemaRefusal(error: Record<string, unknown>): boolean {
  return error.name === 'ZodError' || error.name === '$ZodError' || error.code === 'INVALID_RESULT';
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
