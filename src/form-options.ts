/** How a host wants a form's arguments treated, and what that means for one of them. */
import { Observable } from 'rxjs';
import { own, resolvedContext } from './context.js';

/** How a form treats its arguments. */
export interface FormOptions {
  /** The initial values. Numbers and booleans become strings, anything else that is not a string is left out. */
  values?: Readonly<Record<string, unknown>> | undefined;
  /** Which siblings an argument's completions depend on. Default: every sibling. */
  dependsOn?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Arguments that are never completed and never sent as context (secrets). */
  exclude?: readonly string[] | undefined;
  /** The fewest characters that are asked for. Default 0: an empty field lists everything. */
  minLength?: number | Readonly<Record<string, number>> | undefined;
  /** Fetch the next empty field's list ahead, once this one is settled, and the children of the only container left. Default true. */
  prefetch?: boolean | undefined;
  /** Whether a chosen option has children to complete next. Default: it ends in "/". */
  isContainer?: ((option: string, argument: string) => boolean) | undefined;
}

/** The fewest characters of this argument that are asked for. */
export function minLengthOf(name: string, { minLength = 0 }: FormOptions): number {
  return typeof minLength === 'number' ? minLength : (own(minLength, name) ?? 0);
}

export function isExcluded(name: string, { exclude }: FormOptions): boolean {
  return exclude?.includes(name) ?? false;
}

/** Of these values, what goes along when this argument is asked for. */
export function contextOf(
  name: string,
  values: Readonly<Record<string, unknown>>,
  { exclude, dependsOn = {} }: FormOptions,
): Record<string, string> {
  return resolvedContext(values, name, { exclude, dependsOn: own(dependsOn, name) });
}

export function isContainer(option: string, name: string, options: FormOptions): boolean {
  if (!options.isContainer) return option.endsWith('/');
  let container = false;
  // A host's error is reported as RxJS reports one, and keeps nobody from typing.
  new Observable(() => {
    container = options.isContainer?.(option, name) === true;
  }).subscribe();
  return container;
}
