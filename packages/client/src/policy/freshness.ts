/**
 * Computes how long a response is fresh according to its header (RFC 9111 §4.2), for a private cache of one
 * representation per origin. Pure.
 *
 * Some fields are deliberately ignored: `s-maxage`, `proxy-revalidate` and `private` concern shared caches.
 * `Set-Cookie` and `Vary` have no effect, because robots.txt is always requested with the same header fields. No
 * lifetime is estimated from `Last-Modified`, because RFC 9309 §2.4 defines the lifetime of a file that states none.
 */
import { parseCacheControl } from './cache-control.ts';
import { parseHttpDate } from './http-date.ts';

/** The parts of a response that determine its freshness. */
export interface ReceivedResponse {
  /** The header fields, with names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The time at which the request was sent, in epoch milliseconds. */
  requestedAt: number;
  /** The time at which the header arrived, in epoch milliseconds. */
  receivedAt: number;
}

/** The maximum delta-seconds, which replaces any greater value (RFC 9111 §1.2.2). */
const maxDeltaSeconds = 2 ** 31;

/**
 * The remaining lifetime of a response at the time when it arrives.
 *
 * @returns The remaining lifetime in milliseconds. 0 if the response has expired, has invalid freshness information
 * (§4.2.1), or must not be reused without validation (`no-store`, `no-cache`). Undefined if the response states no
 * lifetime.
 */
export function statedFreshnessMs(response: ReceivedResponse): number | undefined {
  const { headers } = response;
  const directives = parseCacheControl(headers['cache-control'] ?? '');
  // With an argument, `no-cache` applies only to the fields it names (§5.2.2.4).
  if (directives.has('no-store') || directives.get('no-cache') === true) return 0;
  const maxAge = directives.get('max-age');
  if (maxAge !== undefined) return remaining((deltaSeconds(maxAge) ?? 0) * 1000, response);
  const expires = headers['expires'];
  if (expires === undefined) return undefined;
  const expiresAt = parseHttpDate(expires, response.receivedAt);
  return expiresAt === undefined ? 0 : remaining(expiresAt - sentAt(response), response);
}

/** The age of the response in milliseconds when it arrived (RFC 9111 §4.2.3). */
export function initialAgeMs(response: ReceivedResponse): number {
  const { headers, requestedAt, receivedAt } = response;
  const apparentMs = Math.max(0, receivedAt - sentAt(response));
  const stated = deltaSeconds((headers['age'] ?? '').split(',', 1)[0]!.trim());
  if (stated === undefined) return apparentMs;
  return Math.max(apparentMs, stated * 1000 + Math.max(0, receivedAt - requestedAt));
}

function remaining(lifetimeMs: number, response: ReceivedResponse): number {
  return Math.max(0, lifetimeMs - initialAgeMs(response));
}

/** The time in the response's Date field. Without a Date, the time at which the response arrived (RFC 9110 §6.6.1). */
function sentAt({ headers, receivedAt }: ReceivedResponse): number {
  return parseHttpDate(headers['date'] ?? '', receivedAt) ?? receivedAt;
}

/** Parses delta-seconds (RFC 9111 §1.2.2); undefined for anything else. */
export function deltaSeconds(text: string | true): number | undefined {
  if (text === true || !/^\d+$/.test(text)) return undefined;
  return Math.min(Number(text), maxDeltaSeconds);
}
