/**
 * Applies the client's policy for Python. Python makes the requests and stores the records. With the code of the
 * JavaScript client, this module decides what a response means, how long it is valid, and what to do next.
 */
import { compile, type Judgement, judge, parse } from 'robots-exclusion';
import { requireWholeFile } from '../../client/src/fetch/body-kind.ts';
import { isConditional, validatorsFor } from '../../client/src/fetch/conditional.ts';
import { contentCodings, requireText } from '../../client/src/fetch/content-codings.ts';
import { FetchFailure } from '../../client/src/fetch/fetch-failure.ts';
import {
  answered,
  type ChainFacts,
  type FinalHead,
  failed,
  hasNoContent,
  isOfAnotherCopy,
  received,
} from '../../client/src/fetch/fetched.ts';
import { nextUrl } from '../../client/src/fetch/redirect.ts';
import { locate } from '../../client/src/locate.ts';
import { keptDelay, nextStep } from '../../client/src/next-step.ts';
import { advance, type Fetched } from '../../client/src/policy/advance.ts';
import { defaultLifetimes, type Lifetimes } from '../../client/src/policy/lifetime.ts';
import type { GoodCopy, OriginRecord } from '../../client/src/policy/origin-record.ts';
import { decidingRow, isRowName, type OutcomeRows } from '../../client/src/policy/outcome-table.ts';
import { presets } from '../../client/src/policy/presets.ts';
import {
  holdingAnswer,
  isCurrent,
  type Policy,
  type Settlement,
  settle,
  usableCopy,
} from '../../client/src/policy/settle.ts';
import { proxyAnswer } from '../../client/src/transport/proxy-marks.ts';
import { Handles } from './handles.ts';
import { octetsOf, ruleSetOf } from './rules.ts';

const policies = new Handles<Policy>();

/**
 * An empty body that stands for the real one. Records are passed without their bodies, which Python stores under their
 * digests.
 */
const NOTHING = new Uint8Array();

export function policyOf(presetName: string, overridesJson: string, lifetimesJson: string): number {
  const preset = presets.get(presetName);
  if (preset === undefined) {
    throw new RangeError(
      `Cannot use preset ${JSON.stringify(presetName)}: expected one of ${[...presets.keys()].join(', ')}`,
    );
  }
  const overrides: OutcomeRows = JSON.parse(overridesJson);
  for (const row of Object.keys(overrides)) {
    if (!isRowName(row))
      throw new RangeError(`Cannot override row "${row}": the outcome table has no such row`);
  }
  const lifetimes: Partial<Lifetimes> = JSON.parse(lifetimesJson);
  for (const name of Object.keys(lifetimes)) {
    if (!Object.hasOwn(defaultLifetimes, name)) {
      throw new RangeError(
        `Cannot set lifetime "${name}": expected one of ${Object.keys(defaultLifetimes).join(', ')}`,
      );
    }
  }
  return policies.add({
    preset,
    rows: { ...preset.rows, ...overrides },
    lifetimes: { ...defaultLifetimes, ...lifetimes },
  });
}

/** The location of a URL's robots.txt; `null` if the URL has none. */
export function locateJson(urlJson: string): string {
  return JSON.stringify(locate(JSON.parse(urlJson)) ?? null);
}

/** Header fields that make the request for one hop conditional; empty if there is no stored copy from the hop's URL. */
export function validatorsJson(policy: number, askedJson: string): string {
  const { url, record, now } = JSON.parse(askedJson);
  const headers = validatorsFor(url, heldCopy(record, policies.get(policy), now));
  return JSON.stringify({ headers, isConditional: isConditional(headers) });
}

/** What shows that a proxy, `host:port`, answered itself; `null` if nothing does. Names of fields are in lower case. */
export function proxyAnswerJson(proxy: string, status: number, headersJson: string): string {
  return JSON.stringify(proxyAnswer(proxy, status, JSON.parse(headersJson)) ?? null);
}

interface Asked {
  chain: ChainFacts;
  /** `proxy` is that which was asked for the URL, as `host:port`. */
  head: FinalHead & { proxy: string | null };
  record: OriginRecord | null;
  now: number;
  maxRedirects: number;
  schemes: string[];
}

/**
 * The next step after the header of a response: `{ next }` means that Python follows a redirect, `{ again }` that it
 * repeats the request without validators, and `{ read }` that it reads the body. `{ fetched }` is the final result.
 *
 * @param base64 The octets of the stored copy, which a 304 renews.
 */
export function headJson(policy: number, askedJson: string, base64: string): string {
  const { chain, head, record, now, maxRedirects, schemes }: Asked = JSON.parse(askedJson);
  return orFailed(chain, now, () => {
    const ofProxy = head.proxy && proxyAnswer(head.proxy, head.status, head.headers);
    if (ofProxy) throw new FetchFailure('proxy', 'ERR_ROBOTS_PROXY', ofProxy);
    if (head.status >= 200 && head.status < 300) {
      if (hasNoContent(head)) return { fetched: bodiless(received(chain, head, EMPTY_BODY, EMPTY_DIGEST)) };
      requireWholeFile(head);
      return { read: true };
    }
    const next = nextUrl(head, { visited: chain.visited, maxRedirects, schemes: new Set(schemes) });
    if (next !== undefined) return { next };
    const copy = heldCopy(record, policies.get(policy), now);
    const held = copy && { ...copy, body: octetsOf(base64) };
    if (isOfAnotherCopy(head, held)) return { again: true };
    return { fetched: bodiless(answered(chain, head, held)) };
  });
}

const EMPTY_BODY = { octets: NOTHING, isTruncated: false };
/** SHA-256 of no octets. */
const EMPTY_DIGEST = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The content codings of a body, in the order in which they are removed. */
export function codingsJson(fieldJson: string): string {
  return JSON.stringify(contentCodings(JSON.parse(fieldJson)).codings.toReversed());
}

/** The attempt for a redirect chain whose last response has a body. */
export function bodyJson(askedJson: string, base64: string): string {
  const { chain, head, digest, isTruncated, now } = JSON.parse(askedJson);
  return orFailed(chain, now, () => {
    const octets = octetsOf(base64);
    requireText(octets, contentCodings(head.headers['content-encoding']).labels);
    return { fetched: bodiless(received(chain, head, { octets, isTruncated }, digest)) };
  });
}

/**
 * Returns the origin to which a redirect led. This applies only if the fetched file is that origin's own `/robots.txt`
 * and can therefore be stored as its record.
 *
 * @returns The origin, or `null` if the file cannot be stored for another origin.
 */
export function targetJson(policy: number, askedJson: string): string {
  const { origin, fetched } = JSON.parse(askedJson);
  const { attempt }: Fetched = fetched;
  const last = attempt.hops.at(-1);
  const target = last && locate(last.url);
  const { means } = decidingRow(attempt, policies.get(policy).rows);
  const isOwn = target !== undefined && target.origin !== origin && last?.url === target.robotsUrl;
  const isAnswer = attempt.failure === undefined && means !== 'unreachable' && !attempt.isRenewal;
  return JSON.stringify(isOwn && isAnswer ? target.origin : null);
}

/** The record for the origin to which a redirect led; `null` if that origin already has a valid record. */
export function targetRecordJson(policy: number, askedJson: string): string {
  const { origin, record, fetched, now } = JSON.parse(askedJson);
  if (record && holdingAnswer(record, policies.get(policy), now)) return 'null';
  const { attempt }: Fetched = fetched;
  const last = attempt.hops.at(-1);
  // Adds the time between the first and the last request of the chain.
  const sentAt = attempt.sentAt + Math.max(0, (last?.at ?? 0) - attempt.startedAt);
  const ofTarget = { ...attempt, startedAt: last?.at, sentAt, hops: [last] };
  return JSON.stringify(
    advance(origin, record ?? undefined, { ...fetched, attempt: ofTarget }, policies.get(policy)),
  );
}

/** The attempt for a redirect chain that failed. */
export function failedJson(askedJson: string): string {
  const { chain, failure, now } = JSON.parse(askedJson);
  return JSON.stringify(failed(chain, failure, now));
}

/** The record after another attempt. */
export function advanceJson(policy: number, askedJson: string): string {
  const { origin, record, fetched } = JSON.parse(askedJson);
  return JSON.stringify(advance(origin, record ?? undefined, fetched, policies.get(policy)));
}

/**
 * Returns the meaning of a record, and whether the record can be used without a new request. If it is steady, it means
 * the same until it expires. Python keeps the octets of the record's copy.
 */
export function settleJson(policy: number, recordJson: string, now: number): string {
  const record: OriginRecord = JSON.parse(recordJson);
  const held = policies.get(policy);
  const { copy, ...settlement } = settle(record, held, now);
  const answer = holdingAnswer(record, held, now);
  return JSON.stringify({
    ...settlement,
    isCurrent: isCurrent(record, held, now),
    isSteady: answer !== undefined && decidingRow(answer, held.rows).means === settlement.outcome,
    requestedAt: record.attempt.endedAt,
    digest: copy?.digest ?? null,
    isTruncated: copy?.isTruncated ?? false,
  });
}

/** An empty rule set. It serves to recognize the URL of a robots.txt, which is always allowed (RFC 9309 §2.2.2). */
const noRules = compile(parse(''), []);

interface Question {
  url: string;
  settlement: Partial<Pick<Settlement, 'retryAt' | 'expiresAt'>> & {
    outcome: Settlement['outcome'] | 'not-cached' | 'unsupported';
  };
  now: number;
  crawlDelaySeconds: number | null;
  maxCrawlDelaySeconds: number;
}

/** Decides about one URL. @param ruleSet 0 if there are no rules. */
export function decideJson(ruleSet: number, questionJson: string): string {
  const { url, settlement, now, crawlDelaySeconds, maxCrawlDelaySeconds }: Question =
    JSON.parse(questionJson);
  const verdict = verdictOf(ruleSet, url, settlement.outcome);
  const step = nextStep({ ...settlement, now, allowed: verdict?.allowed });
  const delay = keptDelay(crawlDelaySeconds ?? undefined, maxCrawlDelaySeconds);
  return JSON.stringify({ ...step, ...delay, verdict: verdict ?? null });
}

function verdictOf(
  ruleSet: number,
  url: string,
  outcome: Question['settlement']['outcome'],
): Judgement | undefined {
  if (ruleSet !== 0) return judge(ruleSetOf(ruleSet), url);
  if (outcome === 'unsupported') return undefined;
  const verdict = judge(noRules, url);
  return verdict.because === 'robots-txt-itself' ? verdict : undefined;
}

function heldCopy(record: OriginRecord | null, { lifetimes }: Policy, now: number): GoodCopy | undefined {
  return record === null ? undefined : usableCopy(record, lifetimes, now);
}

function bodiless(fetched: Fetched): Fetched {
  return fetched.copy ? { ...fetched, copy: { ...fetched.copy, body: NOTHING } } : fetched;
}

function orFailed(chain: ChainFacts, now: number, step: () => object): string {
  try {
    return JSON.stringify(step());
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    return JSON.stringify({ fetched: failed(chain, error, now) });
  }
}
