/** From the record that was and what an attempt gave to the record that is. Pure. */

import { type Expiry, expiryOfAnswer, expiryOfFailure } from './lifetime.ts';
import { type Answer, type Attempt, type GoodCopy, lastAnswer, type OriginRecord } from './origin-record.ts';
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

/** Why an attempt was made, as far as the record after it depends on it. */
export interface AdvanceOptions {
  /** Nobody needed it yet: should it fail, the last answer still holds until it expires. */
  isAhead?: boolean;
}

/**
 * The record after one attempt more, whenever its answer came. Attempts count in the order in which they were *sent*: one
 * that was sent earlier than the last in the record adds what it learnt only where that is the latest that was learnt;
 * where the two differ, the origin is asked again soon.
 *
 * @returns `previous` itself when the attempt changes nothing.
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
 * An answer that came late was under way while the one that holds was, too: when the site saw each request nobody knows.
 * Where they differ, the one that was sent later holds, but only for as long as any answer does.
 */
function askedSoon(record: OriginRecord, late: OriginRecord, { lifetimes }: Policy): OriginRecord {
  if (record.failures || late.failures) return record;
  const { attempt } = record;
  const expiresAt = Math.max(attempt.endedAt, late.attempt.endedAt) + lifetimes.floorSeconds * 1000;
  return expiresAt < attempt.expiresAt ? { ...record, attempt: { ...attempt, expiresAt } } : record;
}

/**
 * Two records of one origin as one: the attempt of the record whose attempt was sent later, and what was learnt by the
 * attempt that was sent later among those that learnt anything. Of equals the first counts as the later.
 */
export function joined(first: OriginRecord, second: OriginRecord): OriginRecord {
  const last = second.attempt.sentAt > first.attempt.sentAt ? second : first;
  const other = last === first ? second : first;
  const answer = lastAnswer(other);
  const known = lastAnswer(last);
  // Of two that sent at the same instant the one in front counts.
  const isNews =
    answer !== undefined &&
    last.failures !== undefined &&
    (known === undefined || answer.sentAt > known.sentAt);
  if (!isNews) return last;
  const { good: _, answer: __, ...failed } = last;
  // A failure that was sent later has ended what an answer sent before it still had to live.
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
  { isAhead = false }: AdvanceOptions,
): OriginRecord {
  const now = attempt.endedAt;
  const before = previous?.failures;
  // A first failure in the future was noted by a clock that has been set back since.
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

/** Without the evidence. */
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

/** Kept beyond its expiry, an answer still is evidence. */
const evidenceMs = 3_600_000;

/** How long a store need keep a record: as long as its copy can be of use, or its failures count. */
export function storeTtlMs(record: OriginRecord, { lifetimes }: Policy, now: number): number {
  const untilExpiry = Math.max(0, record.attempt.expiresAt - now) + evidenceMs;
  return record.good || record.failures ? Math.max(untilExpiry, copyLifetimeMs(lifetimes)) : untilExpiry;
}
