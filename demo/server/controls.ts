/** What can be changed about the demo server while it runs, and how its completers obey it. */
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';

/** Shared by every connection; change a member and the next request obeys. */
export interface DemoControls {
  /** How long every answer takes, in milliseconds. Default 0. */
  latencyMs: number;
  /** How long the slow argument takes on top, in milliseconds. Default 2,000. */
  slowMs: number;
  /** Whether every completion fails with -32603. Default false. */
  failing: boolean;
  /** Whether completions are offered at all. Read when a server is made: a capability cannot change in mid-connection. Default true. */
  completions: boolean;
}

export function createDemoControls(initial: Partial<DemoControls> = {}): DemoControls {
  return { latencyMs: 0, slowMs: 2_000, failing: false, completions: true, ...initial };
}

/** What a completer is told: the siblings that are already resolved. */
export interface CompletionContext {
  arguments?: Record<string, string>;
}

/** Finds the values for a text; may be slow, may throw. */
export type Completer = (text: string | undefined, context?: CompletionContext) => Promise<string[]>;

/** A completer that obeys the controls. */
export function controlled(
  controls: DemoControls,
  find: (text: string, siblings: Readonly<Record<string, string>>) => string[] | Promise<string[]>,
): Completer {
  return async (text, context) => {
    await pause(controls.latencyMs);
    if (controls.failing) throw new McpError(ErrorCode.InternalError, 'Completions are switched to failing');
    return find(text ?? '', context?.arguments ?? {});
  };
}

/** Resolves after so many milliseconds; at once for none. */
export function pause(ms: number): Promise<void> {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();
}
