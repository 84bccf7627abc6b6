/** What an answer rests on: enough to derive it again. */
import type { Hop } from './policy/origin-record.ts';

/** How it is known. */
export interface Evidence {
  /** True when the record came from the store, false when this call fetched it or waited for its fetch. */
  wasKept: boolean;
  /** The last attempt: when it began, and when its final header came or it failed. */
  startedAt: number;
  endedAt: number;
  /** Every request of it in order. */
  hops: readonly Hop[];
  /** The final status; absent when nothing came back. With a 304, see `isRenewal`, that of the copy. */
  status?: number;
  /** Fields of the final response that lifetime and renewal depend on, names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The last attempt was answered 304: the copy still holds. */
  isRenewal: boolean;
  error?: { code: string; message: string };
  /** Attempts that failed in a row up to the last, and when the first of them did. */
  failures?: { count: number; since: number };
  /** Where `body` came from. */
  copy?: CopyEvidence;
}

/** Where a body came from. */
export interface CopyEvidence {
  finalUrl: string;
  status: number;
  fetchedAt: number;
  /** When its origin last confirmed it. */
  validatedAt: number;
  headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, hexadecimal. */
  digest: string;
  bytes: number;
}
