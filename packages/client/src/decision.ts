/** The client's decisions: a verdict, the outcome of fetching, and what to do now. */
import type { Judgement, VerdictRule } from 'robots-exclusion';
import type { Evidence } from './evidence.ts';
import type { Outcome, Refusal } from './policy/outcome.ts';

/** The verdict of the rules on a URL. */
export interface CheckVerdict extends Judgement {
  /** Every rule that matched, best first; present only if `explain` was set. */
  candidates?: readonly VerdictRule[];
}

/**
 * The client's decision for one URL; `action` says what to do now. Times are in epoch milliseconds.
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

/** The URL must not be fetched; this decision is valid until `expiresAt`. */
export interface SkipDecision extends DecisionFacts {
  allowed: false;
  action: 'skip';
}

/** There is no decision yet; check again at `retryAt`. */
export interface DeferDecision extends DecisionFacts {
  allowed: false;
  action: 'defer';
  retryAt: number;
}

/** The members that all decisions share. */
export interface DecisionFacts {
  /** The URL as passed in, or the `href` of a URL object, without user information. */
  url: string;
  outcome: Outcome;
  /** Present for the outcomes `rules` and `stale-rules`, and for `/robots.txt` itself. */
  verdict?: CheckVerdict;
  robotsUrl?: string;
  /**
   * The time of the response that decided. For stale rules, the time when the origin last confirmed them; if there was
   * no response, the time of the last attempt.
   */
  fetchedAt?: number;
  /** The time until which this decision is valid without a new check. */
  expiresAt?: number;
  /** The time at which robots.txt is requested again, after a failed attempt or a response with Retry-After. */
  retryAt?: number;
  crawlDelaySeconds?: number;
  /** The Crawl-delay in the file, present if `crawlDelaySeconds` is capped. */
  crawlDelayStatedSeconds?: number;
  /** Present if the file exceeds `maxBytes`, so that only its first octets were read (RFC 9309 §2.5). */
  isTruncated?: true;
  /** Present for the outcome `refused`. */
  refusal?: Refusal;
  /** The row of the outcome table that determined the decision. */
  policyRow: string;
  /** How the decision was reached; present only if `explain` was set and robots.txt was requested. */
  evidence?: Evidence;
}
