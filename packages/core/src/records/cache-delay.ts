/**
 * Cache-delay: seconds between fetches for a cache. Obsolete: no known crawler reads it. This library still reads it as
 * data.
 */
import { quote } from '../bytes/quote.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import type { Crawler } from '../rules/crawler-profile.ts';
import { readSeconds } from './crawl-delay.ts';
import { recordsForCrawler } from './group-records.ts';
import { type Reading, readFirst } from './reading.ts';
import type { RecordDefinition } from './record-definition.ts';

/** A delay, and the record that states it. */
export interface CacheDelay {
  readonly seconds: number;
  readonly record: DocumentRecord;
}

/**
 * The first valid Cache-delay in the groups that apply to a crawler; `undefined` if there is none.
 *
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile.
 */
export function cacheDelay(document: RobotsDocument, who: Crawler): CacheDelay | undefined {
  return readFirst(recordsForCrawler(document, who, 'cache-delay'), readCacheDelay);
}

export function readCacheDelay({ value }: DocumentRecord): Reading<Omit<CacheDelay, 'record'>> {
  const seconds = readSeconds(value);
  if (seconds !== undefined) return { value: { seconds } };
  const message = `${quote(value)} is not a delay in seconds, such as "5" or "0.5": this record is ignored`;
  return { defect: { code: 'bad-cache-delay', severity: 'warning', message } };
}

export const cacheDelayRecord: RecordDefinition = {
  name: 'Cache-delay',
  help: 'Seconds between two requests of a cache. No known crawler reads it.',
  obsolete: 'No known crawler supports it',
  read: readCacheDelay,
};
