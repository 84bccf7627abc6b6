/** From the record that was and what an attempt gave to the record that is. Pure. */

import { type Expiry, expiryOfAnswer, expiryOfFailure } from './lifetime.ts';
import type { Attempt, GoodCopy, OriginRecord } from './origin-record.ts';
import { type AttemptFacts, decidingRow, withParents } from './outcome-table.ts';
import { copyLifetimeMs, type Policy, usableCopy } from './settle.ts';

/** What the fetch loop hands over: an attempt whose lifetime is not yet known, and the copy it brought. */
export interface Fetched {
  attempt: Omit<Attempt, 'expiresAt' | 'retryAt'>;
  /** When the final request was sent; RFC 9111 §4.2.3 counts the way back as age. */
  requestedAt: number;
  /** The rules received; for a 304, the copy that it renewed. */
  copy?: GoodCopy;
}

/** The record after an attempt. The last good copy stays until robots.txt is replaced or said not to exist. */
export function advance(
  origin: string,
  previous: OriginRecord | undefined,
  fetched: Fetched,
  policy: Policy,
): OriginRecord {
  const { attempt, copy } = fetched;
  const { means } = decidingRow(attempt, policy.rows);
  if (means === 'unreachable') return afterFailure(origin, previous, fetched, policy);
  const response = {
    headers: attempt.headers,
    requestedAt: fetched.requestedAt,
    receivedAt: attempt.endedAt,
  };
  const expiry = isAnswer(attempt)
    ? expiryOfAnswer(origin, attempt.status, response, policy.lifetimes)
    : expiryOfFailure(response, 1, policy.lifetimes);
  const record = { origin, attempt: withExpiry(attempt, expiry) };
  return means === 'rules' && copy ? { ...record, good: copy } : record;
}

/** An override may give a failure another meaning, but it stays a thing of the moment. */
function isAnswer({ failure, status }: AttemptFacts): boolean {
  const isOfRedirects = failure !== undefined && withParents(failure).some((row) => answeringRows.has(row));
  return failure === undefined ? status < 500 : isOfRedirects;
}

const answeringRows: ReadonlySet<string> = new Set(['3xx', 'too-many-redirects']);

function afterFailure(
  origin: string,
  previous: OriginRecord | undefined,
  { attempt, requestedAt }: Fetched,
  policy: Policy,
): OriginRecord {
  const now = attempt.endedAt;
  const before = previous?.failures;
  // A first failure in the future was noted by a clock that has been set back since.
  const failures = { count: (before?.count ?? 0) + 1, since: Math.min(before?.since ?? now, now) };
  const response = { headers: attempt.headers, requestedAt, receivedAt: now };
  const expiry = expiryOfFailure(response, failures.count, policy.lifetimes);
  const good = previous && usableCopy(previous, policy.lifetimes, now);
  return { origin, attempt: withExpiry(attempt, expiry), failures, ...(good ? { good } : {}) };
}

function withExpiry(attempt: Fetched['attempt'], { expiresAt, retryAt }: Expiry): Attempt {
  return { ...attempt, expiresAt, ...(retryAt === undefined ? {} : { retryAt }) };
}

/** Kept beyond its expiry, an answer still is evidence. */
const evidenceMs = 3_600_000;

/** How long a store need keep a record: as long as its copy can be of use, or its failures count. */
export function storeTtlMs(record: OriginRecord, { lifetimes }: Policy, now: number): number {
  const untilExpiry = Math.max(0, record.attempt.expiresAt - now) + evidenceMs;
  return record.good || record.failures ? Math.max(untilExpiry, copyLifetimeMs(lifetimes)) : untilExpiry;
}
