/** The evidence for a decision, from which the decision can be derived again. */
import type { Hop } from './policy/origin-record.ts';

/** How a decision was reached. */
export interface Evidence {
  /** Whether the record came from the store. False if this call fetched it or waited for its fetch. */
  wasKept: boolean;
  /** The start of the last attempt; `endedAt` is the time when its final header arrived or it failed. */
  startedAt: number;
  endedAt: number;
  /** All requests of the last attempt, in order. */
  hops: readonly Hop[];
  /** The final status; absent if there was no response. After a 304 (`isRenewal`), the status of the stored copy. */
  status?: number;
  /** The fields of the final response that determine lifetime and renewal, with names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Whether the server answered the last attempt with 304, so the copy is still valid. */
  isRenewal: boolean;
  error?: { code: string; message: string };
  /** The number of consecutive failed attempts, and the time of the first. */
  failures?: { count: number; since: number };
  /** The source of the body. */
  copy?: CopyEvidence;
}

/** The source of a body. */
export interface CopyEvidence {
  finalUrl: string;
  status: number;
  fetchedAt: number;
  /** The time at which the origin last confirmed the body. */
  validatedAt: number;
  headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hexadecimal. */
  digest: string;
  bytes: number;
}
