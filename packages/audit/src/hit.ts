import type { RequestSignature } from './identity/signature.ts';

/**
 * A part of a request that a log does not contain as it was sent. `target-end`: the end of path and query was cut.
 * `query`: the log has no queries. `encoding`: the path was percent-decoded. `user-agent`: its end was cut.
 */
export type LostPart = 'target-end' | 'query' | 'encoding' | 'user-agent';

/** The other addresses of a line than its peer, and the names of their fields. */
export interface OtherAddresses {
  readonly client?: string | undefined;
  readonly forwarded?: string | undefined;
  readonly forwardedBy?: string | undefined;
  readonly connecting?: string | undefined;
  readonly connectingBy?: string | undefined;
  /** The field that the user named. */
  readonly chosen?: string | undefined;
}

/** One request as recorded in a log. Plain data. */
export interface Hit {
  /** Line number in the log, counted from 1. */
  readonly line: number;
  /** Number of characters in the log before the line. It orders lines of one log that have equal times. */
  readonly offset: number;
  /** Name of the log, if several logs are read. */
  log?: string;
  /**
   * Index of the log among all logs read, counted from 0. It orders lines that have equal times but are in different
   * logs.
   */
  logOrder?: number;
  /** Time of the request, in epoch milliseconds. */
  readonly time: number;
  /** True if the log writes the time without a zone. The reader then assumes UTC. */
  readonly isZoneless?: true;
  /** True if the host comes from an absolute-form target, not from a separate field. */
  readonly isHostOfTarget?: true;
  /**
   * Requested authority in lower case: host, and any port other than 80 and 443; `undefined` if the log does not name
   * it. Each authority has its own robots.txt (RFC 9309 §2.3).
   */
  host: string | undefined;
  /**
   * True if the host cannot be determined: other lines of the log name their host but this line does not, or only the
   * target names a host, which may be any host that the client requested from a proxy.
   */
  isOfUnknownHost?: boolean;
  /**
   * Client address as written, or a comma-separated chain of proxies, cut at the start if too long. Empty if the log
   * has no address.
   */
  address: string;
  /** The line's addresses other than the peer's. `address` is decided from all of them. */
  readonly addresses?: OtherAddresses;
  /** Why `address` may not be the client's. It then proves an identity, but refutes none. */
  addressDoubt?: string;
  readonly method: string;
  /**
   * Path and query as requested, with octets of 0x80 and above percent-encoded. Empty if the request line names no
   * path: it is `OPTIONS *` or `CONNECT`, or its octets are not HTTP.
   */
  readonly url: string;
  /** True if parameters that a proxy of the site added to the query were cut off. */
  readonly hasProxyParameters?: true;
  /** Status code; 0 if the log does not contain it. */
  readonly status: number;
  /** Number of octets in the response, if the log contains it. */
  readonly bytes: number | undefined;
  /** `ETag` of the response, if the log has such a field. */
  etag?: string;
  /** Value of `User-Agent`; empty if there is none. */
  readonly userAgent: string;
  /** Present if the log contains `Signature` and `Signature-Input` of the request. */
  signature?: RequestSignature;
  /** Parts of the request that the line does not contain as they were sent. Verdicts that depend on them are unknown. */
  readonly lost?: readonly LostPart[];
  /** The line of the log, one character per octet. It is a slice of a larger text, so copy it to keep it. */
  raw?: string;
}

/** A host name has at most 253 characters (RFC 1035 §2.3.4), and a port adds at most six. */
const MOST_HOST = 259;

/** The host in lower case, without a default port or a final dot. */
export function hostOf(authority: string | undefined): string | undefined {
  if (authority === undefined || authority === '' || authority.length > MOST_HOST) return undefined;
  const host = authority
    .toLowerCase()
    .replace(/(?::(?:80|443)?)?$/, '')
    .replace(/\.$/, '');
  return host === '' || host === '_' ? undefined : host;
}
