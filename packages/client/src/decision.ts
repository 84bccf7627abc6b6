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

/** The URL must not be fetched; this answer is valid until `expiresAt`. */
export interface SkipDecision extends DecisionFacts {
  allowed: false;
  action: 'skip';
}

/** The answer is not known yet: ask again at `retryAt`. */
export interface DeferDecision extends DecisionFacts {
  allowed: false;
  action: 'defer';
  retryAt: number;
}

/** The part that all decisions share. */
export interface DecisionFacts {
  /** The URL as passed in, or the `href` of a URL object, without user information. */
  url: string;
  outcome: Outcome;
  /** Present for `rules` and `stale-rules`, and for `/robots.txt` itself. */
  verdict?: CheckVerdict;
  robotsUrl?: string;
  /**
   * When the deciding answer arrived. For rules, when their origin last confirmed them; otherwise, the time of the
   * last attempt.
   */
  fetchedAt?: number;
  /** Until when this answer is valid without asking again. */
  expiresAt?: number;
  /** When robots.txt is requested again after a failed attempt, or when Retry-After allows it. */
  retryAt?: number;
  crawlDelaySeconds?: number;
  /** The Crawl-delay in the file, if `crawlDelaySeconds` is capped. */
  crawlDelayStatedSeconds?: number;
  /** Present if the file exceeds `maxBytes`, so only its first octets were read (RFC 9309 §2.5). */
  isTruncated?: true;
  /** Present for `refused`. */
  refusal?: Refusal;
  /** The row of the outcome table that determined the decision. */
  policyRow: string;
  /** How the answer is known; present only if `explain` was set and robots.txt was requested. */
  evidence?: Evidence;
}
