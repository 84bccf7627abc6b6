/** Defines the possible outcomes of fetching robots.txt, and the details of a refusal. */

/**
 * The outcome of fetching robots.txt.
 *
 * - `rules`: fetched and used.
 * - `no-rules`: unavailable (RFC 9309 §2.3.1.3): 4xx, or too many redirects; everything is allowed.
 * - `unreachable`: 5xx, network error or broken body (§2.3.1.4): complete disallow.
 * - `stale-rules`: unreachable now; the last good copy is used.
 * - `not-cached`: cache-only mode, and nothing is stored.
 * - `unsupported`: the URL has no authority, or no transport for its scheme; nothing was requested.
 * - `refused`: the client's own settings refuse the address, port or scheme of the site, or of the target to which
 *   its robots.txt redirects.
 */
export type Outcome =
  | 'rules'
  | 'no-rules'
  | 'unreachable'
  | 'stale-rules'
  | 'not-cached'
  | 'unsupported'
  | 'refused';

/** A refusal by the client's own settings, which does not depend on the site. Only a changed setting can lift it. */
export interface Refusal {
  /**
   * - `address-policy`: the policy refuses the address or the port; add `origin` to `alsoOrigins` to allow it.
   * - `transports`: robots.txt redirects to a scheme for which the client has no transport.
   */
  by: 'address-policy' | 'transports';
  /**
   * The refused origin: the origin of the URL, or the origin that its robots.txt redirects to. For a URL without an
   * origin, such as `file:`, the scheme with its colon.
   */
  origin: string;
  /** The reason, such as `127.0.0.1 is not a public address`. */
  message: string;
}
