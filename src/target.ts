/** What a form is for: the arguments of a prompt, or the variables of a resource template. */
import type { CompletionRef } from './protocol.js';
import { parseUriTemplate } from './uri-template.js';

/** One argument of a {@link CompletionTarget}. */
export interface TargetArgument {
  /** As the protocol calls it: the key in `arguments`, or the variable in the template. */
  readonly name: string;
  /** The server's own label, if it sent one. Template variables have none. */
  readonly title?: string;
  /** The server's own explanation, if it sent one. Template variables have none. */
  readonly description?: string;
  /** Whether it is needed by itself; a member of a larger group is not (see {@link CompletionTarget.required}). */
  readonly required: boolean;
}

/** Everything a form needs to know of a prompt or a resource template. */
export interface CompletionTarget {
  /** Equal targets have equal keys: hooks and caches of forms compare this. */
  readonly key: string;
  /** What `completion/complete` is asked about. */
  readonly ref: CompletionRef;
  /** For people: the server's title, or else its name. */
  readonly title: string;
  /** The server's own explanation, as plain text. */
  readonly description?: string;
  /** One for each argument or variable, in the server's order. */
  readonly arguments: readonly TargetArgument[];
  /** Each group is satisfied by any one of its arguments: `{a,b}` is one group of two. */
  readonly required: readonly (readonly string[])[];
  /** Why there are no fields, for a template that RFC 6570 does not allow. Never thrown: the server wrote it. */
  readonly problem?: string;
}

/** What {@link promptTarget} reads of a `Prompt`; both SDK generations' types fit. */
export interface PromptLike {
  /** Goes into the ref, and into `prompts/get`. */
  readonly name: string;
  /** For people; never sent. */
  readonly title?: string | undefined;
  /** For people; never sent. */
  readonly description?: string | undefined;
  /** Each becomes a field of the form. */
  readonly arguments?:
    | readonly {
        readonly name: string;
        readonly title?: string | undefined;
        readonly description?: string | undefined;
        readonly required?: boolean | undefined;
      }[]
    | undefined;
}

/** What {@link resourceTemplateTarget} reads of a `ResourceTemplate`; both SDK generations' types fit. */
export interface ResourceTemplateLike {
  /** Goes into the ref byte for byte; its RFC 6570 variables become the fields of the form. */
  readonly uriTemplate: string;
  /** The title, where there is none. */
  readonly name: string;
  /** For people; never sent. */
  readonly title?: string | undefined;
  /** For people; never sent. */
  readonly description?: string | undefined;
}

/**
 * What a form for this prompt (an entry of `prompts/list`) asks for. Never throws: an argument that the server sent
 * without a name is left out, and one named twice counts once.
 */
export function promptTarget(prompt: PromptLike): CompletionTarget {
  const name = text(prompt.name);
  const byName = new Map<string, Draft<TargetArgument, 'title' | 'description'>>();
  for (const argument of name && Array.isArray(prompt.arguments) ? prompt.arguments : []) {
    const own = text(argument?.name);
    if (!own) continue;
    const earlier = byName.get(own);
    byName.set(own, {
      name: own,
      title: earlier?.title ?? text(argument.title),
      description: earlier?.description ?? text(argument.description),
      required: argument.required === true || earlier?.required === true,
    });
  }
  const listed = [...byName.values()];
  return target({
    ref: { type: 'ref/prompt', name: name ?? '' },
    title: text(prompt.title) ?? name ?? '',
    description: text(prompt.description),
    arguments: listed,
    required: listed.flatMap(({ name, required }) => (required ? [[name]] : [])),
    problem: name ? undefined : 'The prompt has no name.',
  });
}

/**
 * What a form for this template (an entry of `resources/templates/list`) asks for: the variables of its
 * `uriTemplate`. Never throws: a malformed template has no arguments and a `problem`. A URI without variables
 * is a plain resource, with nothing to complete.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570
 */
export function resourceTemplateTarget(template: ResourceTemplateLike): CompletionTarget {
  const uri = text(template.uriTemplate);
  const parsed = parseUriTemplate(uri ?? '');
  const problem = uri === undefined ? 'it is missing' : parsed.problem;
  const alone = new Set(parsed.required.flatMap((group) => (group.length === 1 ? group : [])));
  return target({
    ref: { type: 'ref/resource', uri: uri ?? '' },
    title: text(template.title) ?? text(template.name) ?? uri ?? '',
    description: text(template.description),
    arguments: parsed.variables.map((name) => ({ name, required: alone.has(name) })),
    required: parsed.required,
    problem: problem && `The URI template is malformed: ${problem}.`,
  });
}

/** Without having left out what there is none of. */
type Draft<T, Optional extends keyof T> = Omit<T, Optional> & { [Member in Optional]: T[Member] | undefined };

/** Leaves out what is undefined, as JSON does. */
function target(
  content: Draft<Omit<CompletionTarget, 'key' | 'arguments'>, 'description' | 'problem'> & {
    arguments: readonly Draft<TargetArgument, 'title' | 'description'>[];
  },
): CompletionTarget {
  const key = JSON.stringify(content);
  return { key, ...JSON.parse(key) };
}

/** A non-empty string, which servers' types promise and servers do not always send. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
