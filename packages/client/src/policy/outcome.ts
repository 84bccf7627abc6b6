/** What fetching robots.txt gave, in one word, and what a refusal refuses. */

/**
 * What fetching robots.txt gave.
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

/** What the client's own settings refuse, whatever the site says: waiting changes nothing, a setting does. */
export interface Refusal {
  /**
   * - `address-policy`: the policy refuses the address or the port; `alsoOrigins` with `origin` lets it through.
   * - `transports`: robots.txt redirects to a scheme that the client has no transport for.
   */
  by: 'address-policy' | 'transports';
  /**
   * What is refused: the origin of the URL, or the one that its robots.txt redirects to; of a URL that has none, such as
   * one of `file:`, the scheme with its colon.
   */
  origin: string;
  /** Such as `127.0.0.1 is not a public address`. */
  message: string;
}
