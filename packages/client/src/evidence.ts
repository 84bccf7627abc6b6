/** The evidence for an answer, from which the answer can be derived again. */
import type { Hop } from './policy/origin-record.ts';

/** How the answer is known. */
export interface Evidence {
  /** True if the record came from the store, false if this call fetched it or waited for its fetch. */
  wasKept: boolean;
  /** When the last attempt began; `endedAt` is when its final header arrived or it failed. */
  startedAt: number;
  endedAt: number;
  /** All requests of the last attempt, in order. */
  hops: readonly Hop[];
  /** The final status; absent if there was no response. After a 304 (`isRenewal`), the status of the stored copy. */
  status?: number;
  /** The fields of the final response that determine lifetime and renewal; names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The server answered the last attempt with 304: the copy is still valid. */
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
  /** When its origin last confirmed the body. */
  validatedAt: number;
  headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, hexadecimal. */
  digest: string;
  bytes: number;
}
