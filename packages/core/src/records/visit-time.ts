/**
 * Visit-time: the hours, in UTC, at which crawlers may visit (Sean Conner's proposal of 2002). Not part of RFC 9309.
 */
import { quote } from '../bytes/quote.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import type { Crawler } from '../rules/crawler-profile.ts';
import { recordsForCrawler } from './group-records.ts';
import { type Reading, readAll } from './reading.ts';
import type { RecordDefinition } from './record-definition.ts';
import { readTimeWindow, type TimeWindow } from './time-window.ts';

/** Visiting hours, and the record that states them. */
export interface VisitTime {
  readonly window: TimeWindow;
  readonly record: DocumentRecord;
}

/**
 * The last valid Visit-time in the groups that apply to a crawler; `undefined` if there is none.
 *
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile.
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { visitTime } from 'robots-exclusion/records';
 *
 * const document = parse('User-agent: *\nVisit-time: 0600-0845\n');
 * visitTime(document, 'FooBot')?.window; // { fromMinutes: 360, toMinutes: 525 }
 * ```
 */
export function visitTime(document: RobotsDocument, who: Crawler): VisitTime | undefined {
  return readAll(recordsForCrawler(document, who, 'visit-time'), readVisitTime).at(-1);
}

export function readVisitTime({ value }: DocumentRecord): Reading<Omit<VisitTime, 'record'>> {
  const window = readTimeWindow(value);
  if (window !== undefined) return { value: { window } };
  const message = `${quote(value)} is not a time of day, such as "0600-0845" (UTC): this record is ignored`;
  return { defect: { code: 'bad-visit-time', severity: 'warning', message } };
}

export const visitTimeRecord: RecordDefinition = {
  name: 'Visit-time',
  help: 'The hours (UTC) in which to crawl, such as "0600-0845". Some parsers read it; no large crawler is known to.',
  read: readVisitTime,
};
