import type { RequestSignature } from './identity/signature.ts';

/** One request as a log records it. Plain data. */
export interface Hit {
  /** Line of the log, counted from 1. */
  readonly line: number;
  /** Characters of the log before that line: orders the lines of one log where times are equal. */
  readonly offset: number;
  /** Name of the log, where several are read. */
  log?: string;
  /** Place of the log among those that are read, from 0: orders lines of different logs where times are equal. */
  logOrder?: number;
  /** Epoch milliseconds. */
  readonly time: number;
  /** The log writes the time without a zone, so that it was taken for UTC. */
  readonly isZoneless?: true;
  /** The host is that of the target in absolute form, not of a field of its own. */
  readonly isHostOfTarget?: true;
  /**
   * Authority that was asked, in lower case: host, and a port that is not 80 or 443; `undefined` where the log does not
   * say. Each has a robots.txt of its own (RFC 9309 §2.3).
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
   * Path and query as requested, with octets of 0x80 and above percent-encoded. Empty where the request line names no
   * path: `OPTIONS *`, `CONNECT`, or octets that are not HTTP.
   */
  readonly url: string;
  /** Status code; 0 where the log does not say. */
  readonly status: number;
  /** Octets of the response, where the log says. */
  readonly bytes: number | undefined;
  /** `ETag` of the response, where the log has such a field. */
  etag?: string;
  /** Value of `User-Agent`; empty where there is none. */
  readonly userAgent: string;
  /** Where the log holds `Signature` and `Signature-Input` of the request. */
  signature?: RequestSignature;
  /** The line of the log, one character an octet: a piece of a larger text, so copy what is kept. */
  raw?: string;
}

/** A host's name has no more (RFC 1035 §2.3.4), and a port six. */
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
