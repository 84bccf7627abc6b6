/** Determines whether a response redirects, and where to (RFC 9309 §2.3.1.2, RFC 9110 §15.4). */

import { redirectTarget } from '../locate.ts';
import { quote } from '../quote.ts';
import { FetchFailure } from './fetch-failure.ts';
import type { HopResponse } from './send-hop.ts';

/** The head of a response, without its body. */
type Head = Readonly<Pick<HopResponse, 'status' | 'headers'>>;

const followed: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface ChainState {
  /** The URLs requested so far, in order. */
  visited: readonly string[];
  maxRedirects: number;
  /** Schemes that have a transport. */
  schemes: { has(scheme: string): boolean };
}

/**
 * The next URL of the chain, or undefined if this response is the last. A 300 is followed only if the server names its
 * preferred choice; 304, 305 and 306 are never followed.
 *
 * @throws {FetchFailure} If the response redirects but cannot be followed.
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
  // Every request for a URL is the same, without cookies or credentials, so a URL that occurs twice would redirect
  // forever.
  if (chain.visited.includes(url)) {
    throw new FetchFailure('redirect-loop', `HTTP_${status}`, 'The redirects form a loop');
  }
  return url;
}
