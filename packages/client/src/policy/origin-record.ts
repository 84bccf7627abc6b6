/**
 * The stored state of one origin: the last attempt with its evidence, and separately the last answer, so that a
 * failed attempt never loses earlier knowledge. Independent of user agents and presets.
 */
import type { AttemptFacts } from './outcome-table.ts';

/** The location of an origin's rules (RFC 9309 §2.3). */
export const robotsPath = '/robots.txt';

/** The longest chain in a record: the upper bound of `maxRedirects`, plus one. */
export const maxHops = 65;

/** One request of a chain, and its response. */
export interface Hop {
  url: string;
  /** Epoch milliseconds. */
  at: number;
  /** Real time until the header arrived or the hop failed, in milliseconds. */
  durationMs: number;
  /** Absent if there was no response. */
  status?: number;
  /** The Location as received; present only for a status 3xx. */
  location?: string;
  /** The `Signature-Agent` of a signed request, as sent; absent if the request was not signed. */
  signatureAgent?: string;
}

/** The last attempt to fetch an origin's robots.txt. Times are epoch milliseconds. */
export interface Attempt extends AttemptFacts {
  startedAt: number;
  /**
   * When its first request was sent, by the store's clock if it has one. Attempts are ordered by this value; it is
   * greater than that of every earlier attempt in the record.
   */
  sentAt: number;
  /** When the final header arrived, or the attempt failed. */
  endedAt: number;
  hops: readonly Hop[];
  /** The relevant fields of the final response; names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** True if a 304 confirmed the good copy. */
  isRenewal: boolean;
  error?: { code: string; message: string };
  /** The attempt is not repeated before this time. */
  expiresAt: number;
  /** The same instant, if it results from a failure or a Retry-After. */
  retryAt?: number;
}

/** The last rules that were fetched. */
export interface GoodCopy {
  /** The decoded octets, at most one more than the writer's `maxBytes`. */
  body: Uint8Array;
  /** SHA-256 of the body, hexadecimal. */
  digest: string;
  /** The body continued beyond these octets. */
  isTruncated: boolean;
  status: number;
  /** When the body was received. */
  fetchedAt: number;
  /** When the origin last confirmed the copy: `fetchedAt`, or a later 304. */
  validatedAt: number;
  /** The URL of the body: the validators belong only to this URL. */
  finalUrl: string;
  headers: Readonly<Record<string, string>>;
}

/** The last answer; stored while later attempts have failed. */
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
  /** How many attempts in a row have failed; absent if the last one reached the origin. */
  failures?: { count: number; since: number };
  /** The last attempt that reached the origin, if a later attempt failed. It stays valid until it expires. */
  answer?: Answer;
}

/** The last attempt that reached the origin, if any. */
export function lastAnswer({ attempt, failures, answer }: OriginRecord): Answer | undefined {
  return failures === undefined ? attempt : answer;
}
