/** The report of a request that is not made. */
import type { Decision } from '@robots-exclusion/client';

/** The argument of Crawlee's `onSkippedRequest`, with the decision and all of its reasons. */
export interface SkippedRequest {
  url: string;
  /** Crawlee's own name for the reason. */
  reason: 'robotsTxt';
  /**
   * `action` states what to do. `skip`: the request is disallowed. `defer`: the request could not be decided, or would
   * have had to wait too long; another crawl can try it again from `retryAt`.
   */
  decision: Decision;
}

/** Called for each request that is not made. */
export type OnSkippedRequest = (skipped: SkippedRequest) => unknown;

/**
 * Thrown by the navigation hook if the request's turn is later than a hook can wait, or if its robots.txt can be read
 * again only later. The request goes back to the queue, and keeps its turn.
 */
export class RobotsLaterError extends Error {
  override readonly name: string = 'RobotsLaterError';
  /** The instant of the turn, or of the next question for robots.txt, in epoch milliseconds. */
  readonly at: number;

  constructor(url: string, at: number, reason: 'delay' | 'unreachable' = 'delay') {
    const why = reason === 'delay' ? 'The Crawl-delay in robots.txt' : 'A robots.txt that cannot be read now';
    super(`${why} delays this request until ${new Date(at).toISOString()}: ${url}`);
    this.at = at;
  }
}

/** Thrown by the navigation hook to stop a request, because Crawlee offers hooks no other way to do so. */
export class RobotsSkipError extends Error {
  override readonly name: string = 'RobotsSkipError';
  /** The decision that caused the request to be skipped. */
  readonly decision: Decision;

  constructor(decision: Decision) {
    const { action, url, policyRow, retryAt } = decision;
    const when = retryAt === undefined ? '' : `, not before ${new Date(retryAt).toISOString()}`;
    super(`robots.txt says ${action} (${policyRow}${when}): ${url}`);
    this.decision = decision;
  }
}
