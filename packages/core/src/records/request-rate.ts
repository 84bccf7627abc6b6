/**
 * Request-rate: documents per period, optionally at certain hours only (Sean Conner's proposal of 2002; documented by
 * Seznam). Not part of RFC 9309.
 *
 * ```
 *     1/10m 1300-1659
 *     ^ ^ ^ ^
 *     | | | window, UTC, optional
 *     | | unit, optional: s, m, h or d
 *     | time
 *     documents
 * ```
 */
import { quote } from '../bytes/quote.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import type { Crawler } from '../rules/crawler-profile.ts';
import { recordsForCrawler } from './group-records.ts';
import { type Reading, readAll } from './reading.ts';
import type { RecordDefinition } from './record-definition.ts';
import { isWithin, readTimeWindow, type TimeWindow } from './time-window.ts';

/** A rate, and the record that states it. */
export interface RequestRate {
  /** The number of documents, at least 1. */
  readonly documents: number;
  /** The period, in seconds, in which the crawler may fetch this number of documents; at least 1. */
  readonly perSeconds: number;
  /** The time of day at which the rate applies. If absent, it always applies. */
  readonly window?: TimeWindow;
  readonly record: DocumentRecord;
}

/**
 * All valid rates in the groups that apply to a crawler, in file order.
 *
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile.
 */
export function requestRates(document: RobotsDocument, who: Crawler): readonly RequestRate[] {
  return readAll(recordsForCrawler(document, who, 'request-rate'), readRequestRate);
}

/**
 * The rate that applies: the last valid record, as in existing parsers of Request-rate. If a time is given, the last
 * valid record whose window contains that time.
 *
 * @param at The time in milliseconds since the epoch. Default: windows are ignored.
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile.
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { requestRate } from 'robots-exclusion/records';
 *
 * const document = parse('User-agent: *\nRequest-rate: 1/5\nRequest-rate: 2/1m 2200-0559\n');
 * requestRate(document, 'FooBot', Date.UTC(2026, 0, 1, 23, 30))?.perSeconds; // 60
 * requestRate(document, 'FooBot', Date.UTC(2026, 0, 1, 12, 0))?.perSeconds; // 5
 * ```
 */
export function requestRate(document: RobotsDocument, who: Crawler, at?: number): RequestRate | undefined {
  return requestRates(document, who).findLast(
    ({ window }) => at === undefined || window === undefined || isWithin(window, at),
  );
}

export function readRequestRate({ value }: DocumentRecord): Reading<Omit<RequestRate, 'record'>> {
  const [, count = '', time = '', unit = 's', windowText] = RATE.exec(value) ?? [];
  const documents = Number(count);
  const perSeconds = Number(time) * (SECONDS.get(unit) ?? 1);
  const window = windowText === undefined ? undefined : readTimeWindow(windowText);
  const isRate =
    documents >= 1 && perSeconds >= 1 && Number.isSafeInteger(documents) && Number.isSafeInteger(perSeconds);
  if (isRate && (windowText === undefined || window !== undefined))
    return { value: { documents, perSeconds, ...(window && { window }) } };
  const message = `${quote(value)} is not a rate, such as "1/5", "1/10m" or "1/5s 0600-0845": this record is ignored`;
  return { defect: { code: 'bad-request-rate', severity: 'warning', message } };
}

const RATE = /^([0-9]+)\/([0-9]+)([smhd])?(?:[ \t]+([0-9-]+))?$/;

const SECONDS: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
]);

export const requestRateRecord: RecordDefinition = {
  name: 'Request-rate',
  help: 'How many pages to request in how many seconds, such as "1/5". Seznam reads it; most crawlers do not.',
  read: readRequestRate,
};
