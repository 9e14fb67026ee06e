/** What a form is for: the arguments of a prompt, or the variables of a resource template. */
import type { CompletionRef } from './protocol.js';

/** One argument of a {@link CompletionTarget}. */
export interface TargetArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
}

/** Everything a form needs to know of a prompt or a resource template. */
export interface CompletionTarget {
  /** Equal targets have equal keys: hooks and caches of forms compare this. */
  readonly key: string;
  readonly ref: CompletionRef;
  readonly title: string;
  readonly description?: string;
  readonly arguments: readonly TargetArgument[];
  /** Each group is satisfied by any one of its arguments: `{a,b}` is one group of two. */
  readonly required: readonly (readonly string[])[];
  /** Why there are no fields, for a template that RFC 6570 does not allow. Never thrown: the server wrote it. */
  readonly problem?: string;
}

/** What {@link promptTarget} reads of a `Prompt`; both SDK generations' types fit. */
export interface PromptLike {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
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
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}
