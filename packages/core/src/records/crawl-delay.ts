/** Crawl-delay: seconds between two fetches. Not part of RFC 9309. Some crawlers honor it; Googlebot does not. */
import { quote } from '../bytes/quote.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { type DocumentRecord, recordAt } from '../parse/records.ts';
import { type Crawler, isProfile, whoInForce } from '../rules/crawler-profile.ts';
import { recordsForCrawler } from './group-records.ts';
import { type Reading, readFirst } from './reading.ts';
import type { RecordDefinition } from './record-definition.ts';

/** A delay, and the record that states it. */
export interface CrawlDelay {
  /** The delay in seconds: finite and not negative, and at most {@link CrawlDelayOptions.maxSeconds}, if given. */
  readonly seconds: number;
  /** The delay that the file states, without the cap. */
  readonly statedSeconds: number;
  readonly record: DocumentRecord;
}

/** Options of {@link crawlDelay}. */
export interface CrawlDelayOptions {
  /**
   * Whether to use the delay from the groups of `*` if the crawler's own groups state none, as bingbot does. RFC 9309
   * has no such fallback: a named crawler ignores the groups of `*`. Default: whether the profile's `starExtras`
   * include `crawl-delay`; without a profile, false.
   */
  alsoFromStar?: boolean;
  /** The cap: a longer delay is reported as this value. Without it, a file may request centuries. @default none */
  maxSeconds?: number;
}

/**
 * The first valid Crawl-delay in the groups that apply to a crawler; `undefined` if there is none.
 *
 * A valid value is a plain decimal, `[0-9]+(\.[0-9]*)?`: no sign, exponent or unit. An invalid record is skipped;
 * `recordDiagnostics` reports it.
 *
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile.
 * @throws {RangeError} If `maxSeconds` is not a number of at least 0.
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { crawlDelay } from 'robots-exclusion/records';
 *
 * const document = parse('User-agent: FooBot\nCrawl-delay: soon\nCrawl-delay: 2.5\n');
 * crawlDelay(document, 'FooBot')?.seconds; // 2.5
 * crawlDelay(document, 'BarBot')?.seconds; // undefined
 * ```
 */
export function crawlDelay(
  document: RobotsDocument,
  who: Crawler,
  options: CrawlDelayOptions = {},
): CrawlDelay | undefined {
  const { alsoFromStar = takesDelayFromStar(who), maxSeconds = Number.POSITIVE_INFINITY } = options;
  if (!(maxSeconds >= 0)) {
    throw new RangeError(
      `Cannot cap the delay at ${quote(String(maxSeconds))}: expected a number of seconds, 0 or more`,
    );
  }
  const found = counted(document, who) ?? (alsoFromStar ? counted(document, []) : undefined);
  if (found === undefined) return undefined;
  const { seconds, record } = found;
  return Object.freeze({ seconds: Math.min(seconds, maxSeconds), statedSeconds: seconds, record });
}

function takesDelayFromStar(who: Crawler): boolean {
  return isProfile(who) && who.starExtras?.includes('crawl-delay') === true;
}

type StatedDelay = Pick<CrawlDelay, 'seconds' | 'record'>;

/** The record that applies to a crawler in the document's dialect. */
function counted(document: RobotsDocument, crawler: Crawler): StatedDelay | undefined {
  const { reader } = document.dialect;
  if (!reader) return readFirst(recordsForCrawler(document, crawler, 'crawl-delay'), readCrawlDelay);
  const who = whoInForce(document, crawler);
  const found = who === undefined ? undefined : reader.crawlDelay(document, who);
  const record = found && recordAt(document, found.row);
  return record && { seconds: found.seconds, record };
}

export function readCrawlDelay({ value }: DocumentRecord): Reading<{ readonly seconds: number }> {
  const seconds = readSeconds(value);
  if (seconds !== undefined) return { value: { seconds } };
  const message = `${quote(value)} is not a delay in seconds, such as "5" or "0.5": this record is ignored`;
  return { defect: { code: 'bad-crawl-delay', severity: 'warning', message } };
}

/** The number of seconds, if the text has the form `[0-9]+(\.[0-9]*)?` and the number is finite. */
export function readSeconds(text: string): number | undefined {
  const seconds = /^[0-9]+(?:\.[0-9]*)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(seconds) ? seconds : undefined;
}

export const crawlDelayRecord: RecordDefinition = {
  name: 'Crawl-delay',
  help: 'Seconds between two requests. Not part of RFC 9309: Bing, Anthropic, Common Crawl and others read it; Google, Apple, Amazon and Yandex do not.',
  read: readCrawlDelay,
};
