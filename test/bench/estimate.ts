/** On paper: what many hosts would put on one server, from the requests counted in a session. */
import type { Score } from './meter.js';

export interface Load {
  readonly policy: string;
  /** Requests for one form filled in. */
  readonly perForm: number;
  /** Requests a second at the server, all hosts together. */
  readonly perSecond: number;
  /** Of those, requests whose answer nobody saw: cancelled, or never shown. */
  readonly wastedPerSecond: number;
}

/** How much the hosts are used. */
export interface Usage {
  readonly hosts: number;
  /** Forms filled in by one host in a working day. */
  readonly formsPerDay: number;
  /** The hours that a day's use falls in. */
  readonly hours: number;
}

export const A_MILLION: Usage = { hosts: 1_000_000, formsPerDay: 20, hours: 8 };

export function estimate(policy: string, score: Score, forms: number, usage: Usage = A_MILLION): Load {
  const formsPerSecond = (usage.hosts * usage.formsPerDay) / (usage.hours * 3600);
  const rate = (requests: number) => Math.round((requests / forms) * formsPerSecond);
  return {
    policy,
    perForm: Math.round((score.requests / forms) * 10) / 10,
    perSecond: rate(score.requests),
    wastedPerSecond: rate(score.cancellations + score.unseen),
  };
}
