/**
 * The stored state of one origin: the last attempt with its evidence, and separately the last answer, so that a
 * failed attempt never loses what was known before. Independent of user agents and presets.
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
  /** Real time until the header arrived or the hop failed. */
  durationMs: number;
  /** Absent if there was no response. */
  status?: number;
  /** The field as received; only if it named the next hop, or should have. */
  location?: string;
  /** The `Signature-Agent` under which the request was signed, as sent; absent if it was not signed. */
  signatureAgent?: string;
}

/** The last attempt to fetch an origin's robots.txt. Times are epoch milliseconds. */
export interface Attempt extends AttemptFacts {
  startedAt: number;
  /**
   * When its first request was sent, by the store's clock if it has one: attempts are ordered by it. Later than that
   * of any attempt that was in the record before.
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
  /** Until when the attempt is not repeated. */
  expiresAt: number;
  /** The same instant, if it follows a failure or a Retry-After. */
  retryAt?: number;
}

/** The last rules that were fetched. */
export interface GoodCopy {
  /** As received after decoding, at most the writer's `maxBytes` and one octet. */
  body: Uint8Array;
  /** SHA-256 of the body, hexadecimal. */
  digest: string;
  /** The body continued beyond what was read. */
  isTruncated: boolean;
  status: number;
  /** When the body was received. */
  fetchedAt: number;
  /** When the origin last confirmed it: `fetchedAt`, or a later 304. */
  validatedAt: number;
  /** The source of the body: the validators belong only to this URL. */
  finalUrl: string;
  headers: Readonly<Record<string, string>>;
}

/** The last answer, while later attempts have failed. */
export type Answer = Pick<
  Attempt,
  'status' | 'failure' | 'bodyKind' | 'sentAt' | 'endedAt' | 'expiresAt' | 'retryAt'
>;

/** The stored state of one origin. */
export interface OriginRecord {
  origin: string;
  /** The last one by `sentAt`. */
  attempt: Attempt;
  /** The result of the last attempt that reached the origin. */
  good?: GoodCopy;
  /** How many attempts in a row have failed; absent if the last one reached the origin. */
  failures?: { count: number; since: number };
  /** The last attempt that reached the origin, if it is not the last attempt. It stays valid until it expires. */
  answer?: Answer;
}

/** The last attempt that reached the origin, if any. */
export function lastAnswer({ attempt, failures, answer }: OriginRecord): Answer | undefined {
  return failures === undefined ? attempt : answer;
}
