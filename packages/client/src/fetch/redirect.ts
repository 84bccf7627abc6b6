/** Whether an answer leads on, and where (RFC 9309 §2.3.1.2, RFC 9110 §15.4). */
import { quote } from '../quote.ts';
import { redirectTarget } from '../redirect-target.ts';
import { FetchFailure } from './fetch-failure.ts';
import type { HopResponse } from './send-hop.ts';

/** An answer before its body. */
type Head = Readonly<Pick<HopResponse, 'status' | 'headers'>>;

/** Statuses that say where to go on. */
const followed: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** How far a chain has come. */
export interface ChainState {
  /** URLs asked so far, in order. */
  visited: readonly string[];
  maxRedirects: number;
  /** Schemes that there is a transport for. */
  schemes: { has(scheme: string): boolean };
}

/**
 * The next URL of the chain, or undefined when this answer is the last. 300 is followed only where the server names its
 * choice; 304, 305 and 306 never lead anywhere.
 *
 * @throws {FetchFailure} When the answer wants to lead on, but cannot be followed.
 */
export function nextUrl({ status, headers }: Head, chain: ChainState): string | undefined {
  const location = headers['location'] ?? '';
  if (!followed.has(status) && !(status === 300 && location !== '')) return undefined;
  if (location === '') {
    throw new FetchFailure(
      'redirect-without-location',
      `HTTP_${status}`,
      `Status ${status} without a Location`,
    );
  }
  if (chain.visited.length > chain.maxRedirects) {
    throw new FetchFailure(
      'too-many-redirects',
      `HTTP_${status}`,
      `More than ${chain.maxRedirects} redirects`,
    );
  }
  const target = redirectTarget(location, chain.visited.at(-1)!);
  if (target === undefined) {
    throw new FetchFailure('redirect-not-followed', `HTTP_${status}`, 'The Location cannot be followed');
  }
  const { url, scheme } = target;
  if (!chain.schemes.has(scheme)) {
    throw new FetchFailure(
      'scheme-refused',
      'ERR_ROBOTS_SCHEME_REFUSED',
      `Cannot follow the redirect of robots.txt to ${quote(target.origin)}: there is no transport for "${scheme}:"`,
    );
  }
  // No cookie and no credential changes between two visits, so the same URL would answer the same for ever.
  if (chain.visited.includes(url)) {
    throw new FetchFailure(
      'redirect-loop',
      `HTTP_${status}`,
      'The redirects lead back to where they came from',
    );
  }
  return url;
}
