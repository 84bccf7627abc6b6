/** Compares what two files contain besides rules: records by name and value, statements about use, delays, and tokens. */
import { textOf } from '../bytes/text.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { readCrawlDelay } from '../records/crawl-delay.ts';
import { readFirst } from '../records/reading.ts';
import type { CrawlerPair } from './crawler-pairs.ts';
import type { CrawlDelayDiff, GroupDiff, RecordDiff, UsageDiff } from './diff-report.ts';

type Documents = readonly [RobotsDocument, RobotsDocument];

/**
 * Records of each list that have no counterpart with the same name and value in the other list. The case of names does
 * not matter.
 */
function recordDiffs(
  documents: Documents,
  records: readonly [readonly DocumentRecord[], readonly DocumentRecord[]],
): readonly RecordDiff[] {
  const said = records.map((list) => new Set(list.map(meaning)));
  const onlyIn = (one: 0 | 1, change: RecordDiff['change']): RecordDiff[] =>
    records[one]
      .filter((record) => !said[1 - one]?.has(meaning(record)))
      .map((record) => shown(documents[one], record, change));
  return Object.freeze([...onlyIn(0, 'removed'), ...onlyIn(1, 'added')]);
}

/** Compares sitemaps. They apply to the whole file, wherever they appear. */
export function sitemapDiffs(documents: Documents): readonly RecordDiff[] {
  const sitemaps = documents.map(({ records }) => records.filter(({ kind }) => kind === 'sitemap'));
  return recordDiffs(documents, sitemaps as unknown as Parameters<typeof recordDiffs>[1]);
}

function meaning({ kind, value }: DocumentRecord): string {
  return `${kind} ${value.replace(/[ \t]+/g, ' ')}`;
}

function shown(
  { octets }: RobotsDocument,
  { span, line }: DocumentRecord,
  change: RecordDiff['change'],
): RecordDiff {
  return Object.freeze({ change, text: textOf(octets, span.start, span.end), line });
}

const USAGE: ReadonlySet<string> = new Set(['content-usage', 'content-signal']);

/** Usage records that only one file contains: for each crawler, and for the whole file. */
export function usageDiffs(documents: Documents, pairs: readonly CrawlerPair[]): readonly UsageDiff[] {
  const fileWide = recordDiffs(documents, [fileWideRecords(documents[0]), fileWideRecords(documents[1])]);
  const found = new Map<string, { crawlers: string[]; records: readonly RecordDiff[] }>();
  if (fileWide.length > 0) found.set('', { crawlers: [], records: fileWide });
  for (const { crawlers, before, after } of pairs) {
    const records = recordDiffs(documents, [usageRecords(before.groups), usageRecords(after.groups)]);
    if (records.length === 0) continue;
    const key = records.map(({ change, line }) => `${change} ${line}`).join();
    const known = found.get(key);
    if (known) known.crawlers.push(...crawlers);
    else found.set(key, { crawlers: [...crawlers], records });
  }
  return Object.freeze([...found.values()].map((one) => Object.freeze(one)));
}

function usageRecords(groups: CrawlerPair['before']['groups']): DocumentRecord[] {
  return groups.flatMap(({ others }) => others.filter(({ kind }) => USAGE.has(kind)));
}

/** Licenses, wherever they appear, and records before the first group. */
function fileWideRecords({ records, groups }: RobotsDocument): DocumentRecord[] {
  const firstGroup = groups[0]?.userAgents[0]?.span.start ?? Number.POSITIVE_INFINITY;
  return records.filter(
    ({ kind, span }) => kind === 'license' || (USAGE.has(kind) && span.start < firstGroup),
  );
}

/** Crawlers whose delay changes. The delay of a crawler is the first valid delay in the groups that apply to it. */
export function crawlDelayDiffs(pairs: readonly CrawlerPair[]): readonly CrawlDelayDiff[] {
  const found = new Map<string, CrawlDelayDiff & { crawlers: string[] }>();
  for (const { crawlers, before, after } of pairs) {
    const [beforeSeconds, afterSeconds] = [delayOf(before.groups), delayOf(after.groups)];
    if (beforeSeconds === afterSeconds) continue;
    const key = `${beforeSeconds} ${afterSeconds}`;
    const known = found.get(key);
    if (known) known.crawlers.push(...crawlers);
    else {
      found.set(key, {
        crawlers: [...crawlers],
        ...(beforeSeconds !== undefined && { beforeSeconds }),
        ...(afterSeconds !== undefined && { afterSeconds }),
      });
    }
  }
  return Object.freeze([...found.values()].map((one) => Object.freeze(one)));
}

function delayOf(groups: CrawlerPair['before']['groups']): number | undefined {
  const records = groups.flatMap(({ others }) => others.filter(({ kind }) => kind === 'crawl-delay'));
  return readFirst(records, readCrawlDelay)?.seconds;
}

/** Product tokens that only one of two files names. */
export function groupDiffs([before, after]: Documents): readonly GroupDiff[] {
  const [old, new_] = [named(before), named(after)];
  return Object.freeze([...tokensOnlyIn(old, new_, 'disappeared'), ...tokensOnlyIn(new_, old, 'appeared')]);
}

interface Named {
  readonly crawler: string;
  readonly lines: number[];
}

function named({ groups }: RobotsDocument): Map<string, Named> {
  const found = new Map<string, Named>();
  for (const { productTokens, userAgents } of groups) {
    productTokens.forEach((token, index) => {
      if (token === '') return;
      const known = found.get(token.toLowerCase()) ?? { crawler: token, lines: [] };
      found.set(token.toLowerCase(), known);
      known.lines.push(userAgents[index]?.line as number);
    });
  }
  return found;
}

function tokensOnlyIn(
  one: ReadonlyMap<string, Named>,
  other: ReadonlyMap<string, Named>,
  change: GroupDiff['change'],
): GroupDiff[] {
  return [...one]
    .filter(([token]) => !other.has(token))
    .map(([, { crawler, lines }]) => Object.freeze({ crawler, change, lines: Object.freeze(lines) }));
}
