/** Derives the next record of an origin from the previous one and an attempt. Pure. */

import { type Expiry, expiryOfAnswer, expiryOfFailure } from './lifetime.ts';
import { type Answer, type Attempt, type GoodCopy, lastAnswer, type OriginRecord } from './origin-record.ts';
import { type AttemptFacts, decidingRow, withParents } from './outcome-table.ts';
import { copyLifetimeMs, type Policy, usableCopy } from './settle.ts';

/** The output of the fetch loop: an attempt whose lifetime is not yet known, and the copy it received. */
export interface Fetched {
  attempt: Omit<Attempt, 'expiresAt' | 'retryAt'>;
  /** The time at which the final request was sent. RFC 9111 §4.2.3 counts the time in transit as age. */
  requestedAt: number;
  /** The expiry of an answer that is not new: the kept one of the origin to which a redirect leads. */
  expiry?: Expiry;
  /** The received file; after a 304, the stored copy that the 304 confirmed. */
  copy?: GoodCopy;
}

/** The circumstances of an attempt that affect the next record. */
export interface AdvanceOptions {
  /** Whether the attempt is a renewal ahead of expiry. If it fails, the last answer stays valid until it expires. */
  isAhead?: boolean;
}

/**
 * The record after another attempt. The result does not depend on the order in which responses arrive, because attempts
 * are ordered by the time when they were *sent*. If the new attempt was sent before the last attempt in the record, it
 * counts only if it has the latest answer. If the files of the two attempts differ, the record expires soon.
 *
 * @returns `previous` itself if the attempt changes nothing.
 */
export function advance(
  origin: string,
  previous: OriginRecord | undefined,
  fetched: Fetched,
  policy: Policy,
  options: AdvanceOptions = {},
): OriginRecord {
  if (previous === undefined || fetched.attempt.sentAt > previous.attempt.sentAt) {
    return following(origin, previous, fetched, policy, options);
  }
  const late = following(origin, undefined, fetched, policy, options);
  const both = joined(previous, late);
  return both.good?.digest === late.good?.digest ? both : askedSoon(both, late, policy);
}

/**
 * Shortens the lifetime of a record whose answer differs from that of a late attempt. Both were in flight at the same
 * time, so it is unknown which request the site saw first. The answer to the later request is valid, but only for the
 * minimum lifetime.
 */
function askedSoon(record: OriginRecord, late: OriginRecord, { lifetimes }: Policy): OriginRecord {
  if (record.failures || late.failures) return record;
  const { attempt } = record;
  const expiresAt = Math.max(attempt.endedAt, late.attempt.endedAt) + lifetimes.floorSeconds * 1000;
  return expiresAt < attempt.expiresAt ? { ...record, attempt: { ...attempt, expiresAt } } : record;
}

/**
 * Merges two records of one origin. The result has the attempt that was sent later, and the answer of the latest
 * attempt that received an answer. If both were sent at the same time, the first argument counts as later.
 */
export function joined(first: OriginRecord, second: OriginRecord): OriginRecord {
  const last = second.attempt.sentAt > first.attempt.sentAt ? second : first;
  const other = last === first ? second : first;
  const answer = lastAnswer(other);
  const known = lastAnswer(last);
  // If both were sent at the same time, the first argument counts as later.
  const isNews =
    answer !== undefined &&
    last.failures !== undefined &&
    (known === undefined || answer.sentAt > known.sentAt);
  if (!isNews) return last;
  const { good: _, answer: __, ...failed } = last;
  // A later failure shortens the remaining lifetime of an earlier answer.
  const cut = { ...factsOf(answer), expiresAt: Math.min(answer.expiresAt, failed.attempt.endedAt) };
  return { ...failed, answer: cut, ...(other.good ? { good: other.good } : {}) };
}

function following(
  origin: string,
  previous: OriginRecord | undefined,
  fetched: Fetched,
  policy: Policy,
  options: AdvanceOptions,
): OriginRecord {
  const { attempt, copy } = fetched;
  const { means } = decidingRow(attempt, policy.rows);
  if (means === 'unreachable' || means === 'refused')
    return afterFailure(origin, previous, fetched, policy, options);
  const response = {
    headers: attempt.headers,
    requestedAt: fetched.requestedAt,
    receivedAt: attempt.endedAt,
  };
  const ofAttempt = isAnswer(attempt)
    ? expiryOfAnswer(origin, attempt.status, response, policy.lifetimes)
    : expiryOfFailure(response, 1, policy.lifetimes);
  const expiry = fetched.expiry ?? ofAttempt;
  const record = { origin, attempt: withExpiry(attempt, expiry) };
  return means === 'rules' && copy ? { ...record, good: copy } : record;
}

/**
 * Whether an attempt reached the origin. If it did not, it is retried like a failure, even if an override gives it
 * another outcome.
 */
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
  { isAhead = false }: AdvanceOptions,
): OriginRecord {
  const now = attempt.endedAt;
  const before = previous?.failures;
  // If the first failure is in the future, the clock has since been set back.
  const failures = { count: (before?.count ?? 0) + 1, since: Math.min(before?.since ?? now, now) };
  const response = { headers: attempt.headers, requestedAt, receivedAt: now };
  const expiry = expiryOfFailure(response, failures.count, policy.lifetimes);
  const record = { origin, attempt: withExpiry(attempt, expiry), failures };
  const good = previous && usableCopy(previous, policy.lifetimes, now);
  const known = previous && lastAnswer(previous);
  const expiresAt = isAhead ? known?.expiresAt : Math.min(known?.expiresAt ?? now, now);
  const answer = known && { ...factsOf(known), expiresAt: expiresAt ?? now };
  return { ...record, ...(good ? { good } : {}), ...(answer ? { answer } : {}) };
}

/** The members of an answer, without the evidence of its attempt. */
function factsOf({ status, failure, bodyKind, sentAt, endedAt, expiresAt, retryAt }: Answer): Answer {
  return {
    status,
    ...(failure === undefined ? {} : { failure }),
    ...(bodyKind === undefined ? {} : { bodyKind }),
    sentAt,
    endedAt,
    expiresAt,
    ...(retryAt === undefined ? {} : { retryAt }),
  };
}

function withExpiry(attempt: Fetched['attempt'], { expiresAt, retryAt }: Expiry): Attempt {
  return { ...attempt, expiresAt, ...(retryAt === undefined ? {} : { retryAt }) };
}

/** The time that an expired answer remains stored as evidence. */
const evidenceMs = 3_600_000;

/** The time that a store must keep a record: as long as its copy is usable or its failures count. */
export function storeTtlMs(record: OriginRecord, { lifetimes }: Policy, now: number): number {
  const untilExpiry = Math.max(0, record.attempt.expiresAt - now) + evidenceMs;
  return record.good || record.failures ? Math.max(untilExpiry, copyLifetimeMs(lifetimes)) : untilExpiry;
}
