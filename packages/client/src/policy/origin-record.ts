/**
 * The stored state of one origin: the last attempt with its evidence and, separately, the last answer, so that a failed
 * attempt never discards earlier knowledge. The state does not depend on user agents or presets.
 */
import type { AttemptFacts } from './outcome-table.ts';

/** The location of an origin's rules (RFC 9309 §2.3). */
export const robotsPath = '/robots.txt';

/** The longest chain in a record: the upper bound of `maxRedirects`, plus one. */
export const maxHops = 65;

/** One request of a chain, and its response. */
export interface Hop {
  url: string;
  /** The time of the request in epoch milliseconds. */
  at: number;
  /** The real time in milliseconds until the header arrived or the hop failed. */
  durationMs: number;
  /** The status; absent if there was no response. */
  status?: number;
  /** The Location field as received; present only for a 3xx status. */
  location?: string;
  /** The `Signature-Agent` of a signed request, as sent; absent if the request was not signed. */
  signatureAgent?: string;
}

/** The last attempt to fetch an origin's robots.txt. Times are in epoch milliseconds. */
export interface Attempt extends AttemptFacts {
  startedAt: number;
  /**
   * The time of the first request, by the store's clock if it has one. Attempts are ordered by this value, which is
   * greater than that of every earlier attempt in the record.
   */
  sentAt: number;
  /** The time at which the final header arrived, or the attempt failed. */
  endedAt: number;
  hops: readonly Hop[];
  /** The relevant fields of the final response, with names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Whether a 304 confirmed the good copy. */
  isRenewal: boolean;
  error?: { code: string; message: string };
  expiresAt: number;
  /** The same time as `expiresAt`, present if it results from a failure or a Retry-After. */
  retryAt?: number;
}

export interface GoodCopy {
  /** The decoded octets, at most one more than the writer's `maxBytes`. */
  body: Uint8Array;
  /** SHA-256 of the body in hexadecimal. */
  digest: string;
  /** Whether the body continued beyond these octets. */
  isTruncated: boolean;
  status: number;
  fetchedAt: number;
  /** The time at which the origin last confirmed the copy: `fetchedAt`, or the time of a later 304. */
  validatedAt: number;
  /** The URL of the body. The validators belong only to this URL. */
  finalUrl: string;
  headers: Readonly<Record<string, string>>;
}

/** The last answer, which is stored while later attempts fail. */
export type Answer = Pick<
  Attempt,
  'status' | 'failure' | 'bodyKind' | 'sentAt' | 'endedAt' | 'expiresAt' | 'retryAt'
>;

/** The stored state of one origin. */
export interface OriginRecord {
  origin: string;
  /** The attempt with the greatest `sentAt`. */
  attempt: Attempt;
  /** The copy from the last attempt that reached the origin. */
  good?: GoodCopy;
  /** The number of consecutive failed attempts; absent if the last attempt reached the origin. */
  failures?: { count: number; since: number };
  /** The last attempt that reached the origin, if a later attempt failed. The answer stays valid until it expires. */
  answer?: Answer;
}

/** The last attempt that reached the origin; `undefined` if none did. */
export function lastAnswer({ attempt, failures, answer }: OriginRecord): Answer | undefined {
  return failures === undefined ? attempt : answer;
}
