/** The options of a guard. */
import type { Clock, RobotsClient } from '@robots-exclusion/client';
import { type Coverage, createCoverage } from './coverage.ts';
import { createPace, type Pace } from './pace.ts';
import type { OnSkippedRequest } from './skipped-request.ts';

/** What a guard uses of a client. */
export type GuardClient = Pick<RobotsClient, 'check' | 'reserve' | 'robots' | 'productTokens'>;

/** The options of a guard. */
export interface RobotsGuardOptions {
  /** Owned by the caller: close it when the crawl is over. Several crawlers can share one. */
  client: GuardClient;
  /** The tokens that groups are looked up by. {@default the client's} */
  productTokens?: string | readonly string[];
  /** Called for each request that is not made. With {@link withRobots}, so is Crawlee's own option of this name. */
  onSkippedRequest?: OnSkippedRequest;
  /** How long requests wait if their origin's robots.txt is unreachable, before they are skipped. {@default 300} */
  maxDeferSeconds?: number;
  /** Limit on the requests that wait; when it is reached, none is taken from the queue. {@default 1000} */
  maxHeld?: number;
  /** The longest wait inside a navigation hook. {@default 20} */
  maxHookSeconds?: number;
  /** The client's clock, if a custom one is used there. {@default the machine's clock} */
  clock?: Clock;
}

/** Options with everything decided. */
export interface GuardSettings extends Required<Omit<RobotsGuardOptions, 'onSkippedRequest'>> {
  skipped: OnSkippedRequest;
  /** When requests of a site were sent, as seen by a hook. */
  pace: Pace;
  /** What was not fetched. */
  coverage: Coverage;
}

/** @throws {TypeError} If there is no client, or an option is of the wrong type. */
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
