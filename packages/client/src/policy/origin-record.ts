/**
 * What is kept of one origin: the last attempt with its evidence, and apart from it what was learnt last, so that a
 * failed attempt never loses what was known before. Nothing in it depends on a user agent or a preset.
 */
import type { AttemptFacts } from './outcome-table.ts';

/** Where the rules of an origin lie (RFC 9309 §2.3). */
export const robotsPath = '/robots.txt';

/** The longest chain that a record can hold: what `maxRedirects` is bounded by, and one. */
export const maxHops = 65;

/** One request of a chain, and what came back. */
export interface Hop {
  url: string;
  /** Epoch milliseconds. */
  at: number;
  /** Real time until the header was there or the hop failed. */
  durationMs: number;
  /** Absent when nothing came back. */
  status?: number;
  /** The field as received; only when it named the next hop, or should have. */
  location?: string;
  /** The `Signature-Agent` that the request was signed under, as sent; absent where it was not signed. */
  signatureAgent?: string;
}

/** The last attempt to fetch an origin's robots.txt. Times are epoch milliseconds. */
export interface Attempt extends AttemptFacts {
  startedAt: number;
  /**
   * When its first request was sent, by the clock of the store where it has one: attempts are ordered by it. Later than
   * that of any attempt whose record was there before.
   */
  sentAt: number;
  /** When the final header arrived, or the attempt failed. */
  endedAt: number;
  hops: readonly Hop[];
  /** Fields of the final response that matter here, names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** True when a 304 said that the good copy still holds. */
  isRenewal: boolean;
  error?: { code: string; message: string };
  /** Until when the attempt is not repeated. */
  expiresAt: number;
  /** The same instant, when it is a failure's or was asked for by Retry-After. */
  retryAt?: number;
}

/** The last rules that were fetched. */
export interface GoodCopy {
  /** As received after decoding, at most the writer's `maxBytes` and one. */
  body: Uint8Array;
  /** SHA-256 of the body, hexadecimal. */
  digest: string;
  /** The body went on beyond what was read. */
  isTruncated: boolean;
  status: number;
  /** When the body was received. */
  fetchedAt: number;
  /** When the origin last said that it still holds: `fetchedAt`, or a later 304. */
  validatedAt: number;
  /** Where the body came from: the validators belong to this URL only. */
  finalUrl: string;
  headers: Readonly<Record<string, string>>;
}

/** What was learnt last, while the attempts after it failed. */
export type Answer = Pick<
  Attempt,
  'status' | 'failure' | 'bodyKind' | 'sentAt' | 'endedAt' | 'expiresAt' | 'retryAt'
>;

/** What is kept of one origin. */
export interface OriginRecord {
  origin: string;
  /** The last one by `sentAt`. */
  attempt: Attempt;
  /** What the last attempt that reached the origin brought. */
  good?: GoodCopy;
  /** Attempts that failed one after another up to the last; absent when that one reached the origin. */
  failures?: { count: number; since: number };
  /** The last attempt that reached the origin, if it is not the last attempt. It holds until it expires. */
  answer?: Answer;
}

/** The last attempt that reached the origin, if any did. */
export function lastAnswer({ attempt, failures, answer }: OriginRecord): Answer | undefined {
  return failures === undefined ? attempt : answer;
}
