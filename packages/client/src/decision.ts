/** What the client answers: a verdict, what fetching gave, and what to do now. */
import type { Judgement, VerdictRule } from 'robots-exclusion';
import type { Evidence } from './evidence.ts';
import type { Outcome, Refusal } from './policy/outcome.ts';

/** What the rules say of a URL. */
export interface CheckVerdict extends Judgement {
  /** Every rule that matched, best first; only where `explain` was asked for. */
  candidates?: readonly VerdictRule[];
}

/**
 * The client's answer for one URL; `action` says what to do now. Times are epoch milliseconds.
 *
 * @example
 * ```ts
 * import type { Decision } from '@robots-exclusion/client';
 *
 * // Only a deferred URL has a time to come back at.
 * function waitMs(decision: Decision, now: number): number {
 *   return decision.action === 'defer' ? decision.retryAt - now : 0;
 * }
 * waitMs({ url: '/', allowed: false, action: 'defer', retryAt: 5, outcome: 'unreachable', policyRow: '' }, 2); // 3
 * ```
 */
export type Decision = FetchDecision | SkipDecision | DeferDecision;

/** The URL may be fetched. */
export interface FetchDecision extends DecisionFacts {
  allowed: true;
  action: 'fetch';
}

/** The URL must not be fetched, as far as is known until `expiresAt`. */
export interface SkipDecision extends DecisionFacts {
  allowed: false;
  action: 'skip';
}

/** Nobody knows yet: ask again at `retryAt`. */
export interface DeferDecision extends DecisionFacts {
  allowed: false;
  action: 'defer';
  retryAt: number;
}

/** What every decision says. */
export interface DecisionFacts {
  /** As it was handed in, or the `href` of a URL object, without user information. */
  url: string;
  outcome: Outcome;
  /** With `rules` and `stale-rules`, and for `/robots.txt` itself. */
  verdict?: CheckVerdict;
  robotsUrl?: string;
  /** When the answer came that decides: for rules, when their origin last confirmed them; else the last attempt. */
  fetchedAt?: number;
  /** Until when this answer holds without asking again. */
  expiresAt?: number;
  /** When robots.txt is asked for again after a failed attempt, or as Retry-After wants. */
  retryAt?: number;
  crawlDelaySeconds?: number;
  /** The Crawl-delay in the file, when `crawlDelaySeconds` is the cap instead. */
  crawlDelayStatedSeconds?: number;
  /** Present where the rules are those of the first octets only: the file is longer than `maxBytes` (RFC 9309 §2.5). */
  isTruncated?: true;
  /** With `refused`. */
  refusal?: Refusal;
  /** The row of the outcome table that decided. */
  policyRow: string;
  /** How it is known; only where `explain` was asked for, and robots.txt was asked for. */
  evidence?: Evidence;
}
