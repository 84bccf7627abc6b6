/**
 * Determines what a record means at a given time under a policy, according to RFC 9309 §2.3.1. Pure. The result is not
 * stored. Therefore, clients with different presets can share records, and a phase, such as the first 30 days of a
 * failure, can end without a new attempt to fetch the file.
 */

import { type RedirectTarget, redirectTarget } from '../locate.ts';
import type { Lifetimes } from './lifetime.ts';
import { type Answer, type Attempt, type GoodCopy, lastAnswer, type OriginRecord } from './origin-record.ts';
import type { Outcome, Refusal } from './outcome.ts';
import { decidingRow, type OutcomeRows } from './outcome-table.ts';
import type { Preset, UnreachableStep } from './presets.ts';

/** The preset and all other settings. */
export interface Policy {
  preset: Preset;
  /** The preset's rows, with overrides applied. */
  rows: OutcomeRows;
  lifetimes: Lifetimes;
  /** Whether this client's own settings could have refused a URL. {@default always true} */
  mayRefuse?: (refused: RefusedUrl) => boolean;
}

/** A URL that was refused by the settings of the client that wrote the record. */
export interface RefusedUrl extends RedirectTarget {
  by: Refusal['by'];
}

export interface Settlement {
  outcome: Extract<Outcome, 'rules' | 'no-rules' | 'unreachable' | 'stale-rules' | 'refused'>;
  policyRow: string;
  /** The rules to follow; present only for `rules` and `stale-rules`. */
  copy?: GoodCopy;
  fetchedAt: number;
  expiresAt: number;
  retryAt?: number;
  /** Present for the outcome `refused`. */
  refusal?: Refusal;
}

/** The maximum difference that is tolerated between the clocks of machines that share a store. */
export const maxClockSkewMs: number = 5 * 60 * 1000;

/** The meaning of a record at `now`. {@link isCurrent} says whether the record may still be used. */
export function settle(record: OriginRecord, policy: Policy, now: number): Settlement {
  const { good } = record;
  const decisive = holdingAnswer(record, policy, now) ?? record.attempt;
  const { row, means } = decidingRow(decisive, policy.rows);
  const policyRow = `${policy.preset.name}/${row}`;
  if (means === 'refused') return settleRefused(record, policyRow, decisive, policy);
  const isRules = means === 'rules' && good !== undefined;
  const outcome = means === 'no-rules' || isRules ? means : 'unreachable';
  const settlement: Settlement = {
    outcome,
    policyRow,
    fetchedAt: decisive.endedAt,
    expiresAt: expiryOf(decisive, policy),
  };
  if (decisive.retryAt !== undefined) settlement.retryAt = decisive.retryAt;
  if (isRules) settlement.copy = good;
  return outcome === 'unreachable' ? settleUnreachable(record, policy, now, settlement) : settlement;
}

/** The last answer while it is valid, even if an early renewal has since failed. */
export function holdingAnswer(record: OriginRecord, policy: Policy, now: number): Answer | undefined {
  const answer = lastAnswer(record);
  return answer && isLiving(answer, policy, now) ? answer : undefined;
}

function settleUnreachable(
  record: OriginRecord,
  policy: Policy,
  now: number,
  common: Omit<Settlement, 'outcome' | 'copy'>,
): Settlement {
  const retryAt = record.attempt.retryAt ?? record.attempt.expiresAt;
  const good = usableCopy(record, policy.lifetimes, now);
  const step = stepAt(policy, (now - (record.failures?.since ?? now)) / 1000);
  const reaction = good ? step.withCopy : step.withoutCopy;
  const settled = { ...common, policyRow: `${common.policyRow}/${step.name}`, retryAt };
  if (reaction === 'allow') return { ...settled, outcome: 'no-rules' };
  if (reaction === 'disallow' || !good) return { ...settled, outcome: 'unreachable' };
  return { ...settled, outcome: 'stale-rules', copy: good, fetchedAt: good.validatedAt };
}

/**
 * The outcome of a refused attempt. Earlier answers do not count, because the refused address is also that of the
 * site's pages.
 */
function settleRefused(
  { origin, attempt }: OriginRecord,
  policyRow: string,
  decisive: Answer,
  policy: Policy,
): Settlement {
  const { endedAt: fetchedAt } = decisive;
  const { by, origin: at } = refusedUrlOf(attempt) ?? { by: 'address-policy', origin };
  const message = attempt.error?.message ?? 'The settings of this client refuse the address';
  const refusal: Refusal = { by, origin: at, message };
  return { outcome: 'refused', policyRow, fetchedAt, expiresAt: expiryOf(decisive, policy), refusal };
}

/** The current phase, when robots.txt has been unreachable for this many seconds. */
function stepAt({ preset, lifetimes }: Policy, seconds: number): UnreachableStep {
  let current = preset.unreachable[0]!;
  for (const step of preset.unreachable) {
    if (seconds >= (step.from === 'stale-limit' ? lifetimes.staleSeconds : step.from)) current = step;
  }
  return current;
}

/** The last good copy, unless it is too old. It may be used for at most a full lifetime plus the stale limit. */
export function usableCopy(record: OriginRecord, lifetimes: Lifetimes, now: number): GoodCopy | undefined {
  const { good } = record;
  return good && now - good.validatedAt < copyLifetimeMs(lifetimes) ? good : undefined;
}

/** The time that the last good copy is kept after its last validation. */
export function copyLifetimeMs({ staleSeconds, ceilingSeconds }: Lifetimes): number {
  return (staleSeconds + ceilingSeconds) * 1000;
}

/**
 * Whether a record can be used at `now` without a new request. A record from the future cannot be used, because it
 * indicates a wrong clock.
 */
export function isCurrent(record: OriginRecord, policy: Policy, now: number): boolean {
  if (isRefusedByOthers(record, policy)) return false;
  return isLiving(record.attempt, policy, now) || holdingAnswer(record, policy, now) !== undefined;
}

/**
 * Whether the record is a refusal that another client's settings caused and this client's settings would not. The
 * settings of clients that share a store may differ.
 */
export function isRefusedByOthers({ attempt }: OriginRecord, { mayRefuse }: Policy): boolean {
  const refused = refusedUrlOf(attempt);
  return refused !== undefined && mayRefuse?.(refused) === false;
}

/** The URL that was refused: the last hop, or the target of a redirect that was not followed. */
function refusedUrlOf({ failure, hops }: Attempt): RefusedUrl | undefined {
  const last = hops.at(-1);
  if (last === undefined) return undefined;
  const { url, location } = last;
  if (failure === 'address-refused') return refused('address-policy', redirectTarget(url, url));
  if (failure !== 'scheme-refused' || location === undefined) return undefined;
  return refused('transports', redirectTarget(location, url));
}

function refused(by: Refusal['by'], target: RedirectTarget | undefined): RefusedUrl | undefined {
  return target && { by, ...target };
}

function isLiving(answer: Answer, policy: Policy, now: number): boolean {
  return answer.endedAt - maxClockSkewMs <= now && now < expiryOf(answer, policy);
}

/**
 * The time at which an answer expires. Its lifetime is at most what this client's settings permit, even if the client
 * that wrote it permitted more.
 */
function expiryOf(answer: Answer, { rows, lifetimes }: Policy): number {
  const { means } = decidingRow(answer, rows);
  const isFailure = means === 'unreachable' || means === 'refused';
  const ceiling = isFailure ? lifetimes.retryAfterCeilingSeconds : lifetimes.ceilingSeconds;
  return Math.min(answer.expiresAt, answer.endedAt + ceiling * 1000);
}
