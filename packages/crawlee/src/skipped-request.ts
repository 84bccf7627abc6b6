/** The report about a request that is not made. */
import type { Decision } from '@robots-exclusion/client';

/** The argument of Crawlee's `onSkippedRequest`, and why: all that the decision rests on. */
export interface SkippedRequest {
  url: string;
  /** Crawlee's own word for it. */
  reason: 'robotsTxt';
  /**
   * `action` says what to do: `skip` is disallowed; `defer` could not be decided, or would have had to wait too long,
   * and is worth another crawl from `retryAt` on.
   */
  decision: Decision;
}

/** Told of each request that is not made. */
export type OnSkippedRequest = (skipped: SkippedRequest) => unknown;

/** Thrown by the navigation hook: the request's turn is later than a hook can wait, and is kept. */
export class RobotsLaterError extends Error {
  override readonly name: string = 'RobotsLaterError';
  /** When its turn is, in epoch milliseconds. */
  readonly at: number;

  constructor(url: string, at: number) {
    super(`The Crawl-delay of robots.txt lets this request wait until ${new Date(at).toISOString()}: ${url}`);
    this.at = at;
  }
}

/** Thrown by the navigation hook: Crawlee has no other way to end a request there. */
export class RobotsSkipError extends Error {
  override readonly name: string = 'RobotsSkipError';
  /** Why. */
  readonly decision: Decision;

  constructor(decision: Decision) {
    const { action, url, policyRow, retryAt } = decision;
    const when = retryAt === undefined ? '' : `, not before ${new Date(retryAt).toISOString()}`;
    super(`robots.txt says ${action} (${policyRow}${when}): ${url}`);
    this.decision = decision;
  }
}
