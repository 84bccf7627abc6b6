/** The outcome of fetching robots.txt in one word, and what a refusal refuses. */

/**
 * The outcome of fetching robots.txt.
 *
 * - `rules`: fetched and used.
 * - `no-rules`: unavailable (RFC 9309 §2.3.1.3): 4xx, or too many redirects; everything is allowed.
 * - `unreachable`: 5xx, network error or broken body (§2.3.1.4): complete disallow.
 * - `stale-rules`: unreachable now, the last good copy is used.
 * - `not-cached`: cache-only mode, and nothing is kept.
 * - `unsupported`: the URL has no authority, or no transport for its scheme; nothing was requested.
 * - `refused`: the client's own settings refuse the address, port or scheme, of the site or of where its robots.txt leads.
 */
export type Outcome =
  | 'rules'
  | 'no-rules'
  | 'unreachable'
  | 'stale-rules'
  | 'not-cached'
  | 'unsupported'
  | 'refused';

/** What the client's own settings refuse, regardless of the site: only changing a setting helps. */
export interface Refusal {
  /**
   * - `address-policy`: the policy refuses the address or the port; `alsoOrigins` with `origin` allows it.
   * - `transports`: robots.txt redirects to a scheme that the client has no transport for.
   */
  by: 'address-policy' | 'transports';
  /**
   * What is refused: the origin of the URL, or the one that its robots.txt redirects to; for a URL without one, such
   * as `file:`, the scheme with its colon.
   */
  origin: string;
  /** Such as `127.0.0.1 is not a public address`. */
  message: string;
}
