import type { RequestSignature } from './identity/signature.ts';

/** One request as recorded in a log. Plain data. */
export interface Hit {
  /** Line of the log, counted from 1. */
  readonly line: number;
  /** Characters of the log before that line: orders lines of one log with equal times. */
  readonly offset: number;
  /** Name of the log, where several are read. */
  log?: string;
  /** Index of the log among those that are read, from 0: orders lines of different logs with equal times. */
  logOrder?: number;
  /** Epoch milliseconds. */
  readonly time: number;
  /** The log writes the time without a zone, so that it was taken for UTC. */
  readonly isZoneless?: true;
  /** The host is that of the target in absolute form, not of a field of its own. */
  readonly isHostOfTarget?: true;
  /**
   * Requested authority in lower case: host, and a port other than 80 and 443; `undefined` if the log does not say.
   * Each has its own robots.txt (RFC 9309 §2.3).
   */
  host: string | undefined;
  /**
   * Nobody can tell which host it is for: other lines of the log name theirs and this one does not, or only the target
   * of this one names a host, which may be any that a proxy is asked for.
   */
  isOfUnknownHost?: boolean;
  /**
   * Client address as written, or a chain of proxies with commas, of which the end is kept; empty where the log does not
   * say.
   */
  readonly address: string;
  readonly method: string;
  /**
   * Path and query as requested, with octets of 0x80 and above percent-encoded. Empty if the request line names no
   * path: `OPTIONS *`, `CONNECT`, or octets that are not HTTP.
   */
  readonly url: string;
  /** Status code; 0 if the log does not say. */
  readonly status: number;
  /** Octets of the response, if the log says. */
  readonly bytes: number | undefined;
  /** `ETag` of the response, if the log has such a field. */
  etag?: string;
  /** Value of `User-Agent`; empty if there is none. */
  readonly userAgent: string;
  /** Present if the log contains `Signature` and `Signature-Input` of the request. */
  signature?: RequestSignature;
  /** The line of the log, one character per octet: a slice of a larger text, so copy it to keep it. */
  raw?: string;
}

/** A host name is not longer (RFC 1035 §2.3.4), and a port takes six characters. */
const MOST_HOST = 259;

/** In lower case, without a default port and a final dot. */
export function hostOf(authority: string | undefined): string | undefined {
  if (authority === undefined || authority === '' || authority.length > MOST_HOST) return undefined;
  const host = authority
    .toLowerCase()
    .replace(/(?::(?:80|443)?)?$/, '')
    .replace(/\.$/, '');
  return host === '' || host === '_' ? undefined : host;
}
