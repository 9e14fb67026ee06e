/** What goes along as `context.arguments`: the resolved siblings of the argument being completed. */
import { MAX_SIBLING_LENGTH } from './figures.js';

/** Which siblings count. */
export interface ContextRules {
  readonly exclude?: readonly string[] | undefined;
  /** Only these, however long they are. */
  readonly dependsOn?: readonly string[] | undefined;
}

/**
 * The siblings that are resolved: strings, not empty, never the argument itself, never an excluded one. Built from
 * entries, so that a sibling called `__proto__` is a member like any other.
 */
export function resolvedContext(
  siblings: Readonly<Record<string, unknown>>,
  argument: string,
  { exclude, dependsOn }: ContextRules = {},
): Record<string, string> {
  const entries: [string, string][] = [];
  for (const name of Object.keys(siblings)) {
    if (name === argument || exclude?.includes(name) || (dependsOn && !dependsOn.includes(name))) continue;
    const text = textOf(siblings[name]);
    if (text && (text.length <= MAX_SIBLING_LENGTH || dependsOn)) entries.push([name, text]);
  }
  return Object.fromEntries(entries);
}

/** An argument may be called `constructor`. */
export function own<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** A host's value as MCP's context can carry it: numbers and booleans written out, anything else dropped. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || Number.isFinite(value) ? String(value) : undefined;
}
