/** Computes how long an answer is valid (RFC 9309 §2.4, RFC 9111 §4.2), and when a failed attempt is retried. Pure. */
import { createHash } from 'node:crypto';
import { deltaSeconds, parseHttpDate, type ReceivedResponse, statedFreshnessMs } from './freshness.ts';

/** Configurable lifetimes, in seconds except for the two fractions. */
export interface Lifetimes {
  /** The minimum validity of answers, regardless of their headers. {@default 60} */
  floorSeconds: number;
  /** The maximum validity of answers, at most 24 hours (RFC 9309 §2.4). {@default 86400} */
  ceilingSeconds: number;
  /** The validity of answers that state no lifetime. {@default 86400} */
  defaultSeconds: number;
  /** The validity of answers with the temporary statuses 408, 425 and 429 that state no lifetime. {@default 3600} */
  transientSeconds: number;
  /** The time that the last good copy is used while robots.txt is unreachable. {@default 2592000, 30 days} */
  staleSeconds: number;
  /** The pause after the first failed attempt; each further failure doubles it. {@default 60} */
  retryFirstSeconds: number;
  /** The maximum pause between failed attempts. {@default 3600} */
  retryLastSeconds: number;
  /** The maximum pause that Retry-After can request. {@default 86400} */
  retryAfterCeilingSeconds: number;
  /**
   * The fraction by which a lifetime may be shortened, so that records fetched together do not expire together.
   * {@default 0.1; 0 with a custom clock}
   */
  jitter: number;
  /**
   * The fraction at the end of a lifetime during which a check also renews the record in the background.
   * {@default 0.1; 0 with a custom clock}
   */
  refreshAhead: number;
}

const daySeconds = 86_400;

export const defaultLifetimes: Readonly<Lifetimes> = Object.freeze({
  floorSeconds: 60,
  ceilingSeconds: daySeconds,
  defaultSeconds: daySeconds,
  transientSeconds: 3600,
  staleSeconds: 30 * daySeconds,
  retryFirstSeconds: 60,
  retryLastSeconds: 3600,
  retryAfterCeilingSeconds: daySeconds,
  jitter: 0.1,
  refreshAhead: 0.1,
});

/** Statuses that mean "not now" rather than "not here". */
const transientStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** The time at which an answer expires. If it results from a failure or a Retry-After, `retryAt` is the same time. */
export interface Expiry {
  expiresAt: number;
  retryAt?: number;
}

/**
 * The expiry of an answer from an attempt that reached the origin.
 *
 * @param origin The seed of the jitter, so that an origin's records expire at the same time on every machine.
 */
export function expiryOfAnswer(
  origin: string,
  status: number,
  response: ReceivedResponse,
  lifetimes: Lifetimes,
): Expiry {
  const { receivedAt } = response;
  const isTransient = transientStatuses.has(status);
  const pauseMs = isTransient ? retryAfterMs(response, lifetimes) : undefined;
  if (pauseMs !== undefined) return { expiresAt: receivedAt + pauseMs, retryAt: receivedAt + pauseMs };
  const fallbackMs = 1000 * (isTransient ? lifetimes.transientSeconds : lifetimes.defaultSeconds);
  const lifetimeMs = withinBounds(statedFreshnessMs(response) ?? fallbackMs, lifetimes);
  const cut = 1 - lifetimes.jitter * fractionOf(`${origin} ${receivedAt}`);
  return { expiresAt: receivedAt + withinBounds(Math.floor(lifetimeMs * cut), lifetimes) };
}

/**
 * The time to retry a failed attempt: the time in Retry-After, or else the end of a pause that doubles with each
 * failure.
 *
 * @param failureCount The number of consecutive failures, including this one.
 */
export function expiryOfFailure(
  response: ReceivedResponse,
  failureCount: number,
  lifetimes: Lifetimes,
): Required<Expiry> {
  const first = lifetimes.retryFirstSeconds * 1000;
  const backoffMs = Math.min(first * 2 ** Math.min(failureCount - 1, 30), lifetimes.retryLastSeconds * 1000);
  const at = response.receivedAt + (retryAfterMs(response, lifetimes) ?? backoffMs);
  return { expiresAt: at, retryAt: at };
}

/** Parses Retry-After (RFC 9110 §10.2.3); undefined if it is absent, malformed, or in the past. */
function retryAfterMs({ headers, receivedAt }: ReceivedResponse, lifetimes: Lifetimes): number | undefined {
  const field = (headers['retry-after'] ?? '').trim();
  const seconds = deltaSeconds(field);
  const pauseMs =
    seconds === undefined ? (parseHttpDate(field, receivedAt) ?? 0) - receivedAt : seconds * 1000;
  return pauseMs > 0 ? Math.min(pauseMs, lifetimes.retryAfterCeilingSeconds * 1000) : undefined;
}

function withinBounds(lifetimeMs: number, { floorSeconds, ceilingSeconds }: Lifetimes): number {
  return Math.min(Math.max(lifetimeMs, floorSeconds * 1000), ceilingSeconds * 1000);
}

/** A fraction between 0 and 1 that depends only on the seed. */
function fractionOf(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32;
}
