/** Compares the statements about use in two files, for each crawler. */
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import type { CrawlerPair } from './crawler-pairs.ts';
import type { RecordDiff, UsageDiff } from './diff-report.ts';
import { recordDiffs } from './record-diffs.ts';

const USAGE: ReadonlySet<string> = new Set(['content-usage', 'content-signal']);

/** Usage records that only one file contains: for each crawler, and for the whole file. */
export function usageDiffs(
  documents: readonly [RobotsDocument, RobotsDocument],
  pairs: readonly CrawlerPair[],
): readonly UsageDiff[] {
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
