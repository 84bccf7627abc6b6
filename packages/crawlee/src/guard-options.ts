import type { Clock, RobotsClient } from '@robots-exclusion/client';
import { type Coverage, createCoverage, type OnSkippedRequest } from './coverage.ts';
import { createPace, type Pace } from './pace.ts';

/** The parts of a client that a guard uses. */
export type GuardClient = Pick<RobotsClient, 'check' | 'reserve' | 'robots' | 'productTokens'>;

/** The options of a guard. */
export interface RobotsGuardOptions {
  /** The client. The caller owns it, and closes it after the crawl. Several crawlers can share one client. */
  client: GuardClient;
  /** The product tokens for looking up groups. {@default the client's} */
  productTokens?: string | readonly string[];
  /**
   * Called for each request that is not made. With {@link withRobots}, Crawlee's own option of this name is called as
   * well.
   */
  onSkippedRequest?: OnSkippedRequest;
  /**
   * Limit in seconds on the wait of a request while its origin's robots.txt is unreachable. After that, the request is
   * skipped. {@default 300}
   */
  maxDeferSeconds?: number;
  /** Limit on the waiting requests; when it is reached, no request is taken from the queue. {@default 1000} */
  maxHeld?: number;
  /** Limit in seconds on the wait inside a navigation hook. {@default 20} */
  maxHookSeconds?: number;
  /** The clock; if the client has a custom clock, pass the same one. {@default the machine's clock} */
  clock?: Clock;
}

export interface GuardSettings extends Required<Omit<RobotsGuardOptions, 'onSkippedRequest'>> {
  skipped: OnSkippedRequest;
  /** Records when requests to a site were sent. */
  pace: Pace;
  /** Counts of the requests that were not made. */
  coverage: Coverage;
}

/** @throws {TypeError} If there is no client, or an option has the wrong type. */
export function guardSettings(options: RobotsGuardOptions): GuardSettings {
  const { client, onSkippedRequest = () => {}, clock = { now: () => Date.now() } } = options ?? {};
  if (typeof client?.check !== 'function' || typeof client.reserve !== 'function') {
    throw new TypeError('Cannot make a guard without "client": expected what createClient returns');
  }
  if (typeof onSkippedRequest !== 'function') {
    throw new TypeError(`Cannot use onSkippedRequest "${onSkippedRequest}": expected a function`);
  }
  const { productTokens = client.productTokens } = options;
  const { maxDeferSeconds = 300, maxHeld = 1000, maxHookSeconds = 20 } = options;
  const coverage = createCoverage();
  requireNumber('maxDeferSeconds', maxDeferSeconds, 0);
  requireNumber('maxHeld', maxHeld, 1);
  requireNumber('maxHookSeconds', maxHookSeconds, 0);
  return {
    client,
    productTokens,
    maxDeferSeconds,
    maxHeld,
    maxHookSeconds,
    clock,
    skipped(request) {
      coverage.count(request.decision);
      return onSkippedRequest(request);
    },
    pace: createPace(clock),
    coverage,
  };
}

function requireNumber(name: string, value: unknown, least: number): void {
  if (typeof value === 'number' && value >= least) return;
  throw new RangeError(`Cannot use ${name} "${value}": expected a number of at least ${least}`);
}
