/** The evidence for an answer: enough to derive it again. */
import type { Hop } from './policy/origin-record.ts';

/** How the answer is known. */
export interface Evidence {
  /** True if the record came from the store, false if this call fetched it or waited for its fetch. */
  wasKept: boolean;
  /** The last attempt: when it began, and when its final header came or it failed. */
  startedAt: number;
  endedAt: number;
  /** All its requests, in order. */
  hops: readonly Hop[];
  /** The final status; absent if there was no response. For a 304, see `isRenewal`, the status of the copy. */
  status?: number;
  /** Fields of the final response that lifetime and renewal depend on; names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The last attempt was answered with 304: the copy is still valid. */
  isRenewal: boolean;
  error?: { code: string; message: string };
  /** How many attempts in a row have failed, and when the first of them did. */
  failures?: { count: number; since: number };
  /** The source of `body`. */
  copy?: CopyEvidence;
}

/** The source of a body. */
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
