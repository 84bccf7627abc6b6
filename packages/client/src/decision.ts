/** What the client answers: a verdict, the outcome of fetching, and what to do now. */
import type { Judgement, VerdictRule } from 'robots-exclusion';
import type { Evidence } from './evidence.ts';
import type { Outcome, Refusal } from './policy/outcome.ts';

/** What the rules say about a URL. */
export interface CheckVerdict extends Judgement {
  /** Every rule that matched, best first; only if `explain` was requested. */
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

/** The URL must not be fetched, as known until `expiresAt`. */
export interface SkipDecision extends DecisionFacts {
  allowed: false;
  action: 'skip';
}

/** Not known yet: ask again at `retryAt`. */
export interface DeferDecision extends DecisionFacts {
  allowed: false;
  action: 'defer';
  retryAt: number;
}

/** The part that all decisions share. */
export interface DecisionFacts {
  /** As passed in, or the `href` of a URL object, without user information. */
  url: string;
  outcome: Outcome;
  /** For `rules` and `stale-rules`, and for `/robots.txt` itself. */
  verdict?: CheckVerdict;
  robotsUrl?: string;
  /**
   * When the deciding answer arrived: for rules, when their origin last confirmed them; otherwise, the last attempt.
   */
  fetchedAt?: number;
  /** Until when this answer is valid without asking again. */
  expiresAt?: number;
  /** When robots.txt is requested again after a failed attempt, or as Retry-After requests. */
  retryAt?: number;
  crawlDelaySeconds?: number;
  /** The Crawl-delay in the file, if `crawlDelaySeconds` is capped. */
  crawlDelayStatedSeconds?: number;
  /** Present if only the first octets were read, because the file exceeds `maxBytes` (RFC 9309 §2.5). */
  isTruncated?: true;
  /** For `refused`. */
  refusal?: Refusal;
  /** The row of the outcome table that decided. */
  policyRow: string;
  /** How this is known; only if `explain` was requested and robots.txt was requested. */
  evidence?: Evidence;
}
