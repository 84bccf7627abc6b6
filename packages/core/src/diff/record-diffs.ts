/** Compares the records of two files by name and value. */
import { textOf } from '../bytes/text.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import type { RecordDiff } from './diff-report.ts';

type Documents = readonly [RobotsDocument, RobotsDocument];

/**
 * Records of each list that have no counterpart with the same name and value in the other list. The case of names does
 * not matter.
 */
export function recordDiffs(
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
