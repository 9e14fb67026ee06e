/** What the benchmark compares: field events in, what is on screen out. */
import type { SchedulerLike } from 'rxjs';
import type { CompletionClient } from '../../src/client.js';

/** What a person sees at one field. */
export interface Screen {
  /** The open list; empty when it is closed. */
  readonly options: readonly string[];
  /** The list is flagged as not yet the server's own. */
  readonly provisional: boolean;
  /** A request is due or under way. */
  readonly awaiting: boolean;
  /** The last request failed, and the screen says so. */
  readonly failed: boolean;
}

/** One way of asking, at one server, for as long as a session lasts. */
export interface Policy {
  /** A form is opened; the one before it is gone. */
  open(form: string, fields: readonly string[]): void;
  focus(field: string): void;
  /** A key, or a paste: the field's whole text. */
  type(field: string, text: string): void;
  /** An option on screen is chosen. */
  accept(field: string, option: string): void;
  blur(field: string): void;
  screen(field: string): Screen;
  dispose(): void;
}

export type PolicyFactory = (client: CompletionClient, scheduler: SchedulerLike) => Policy;
