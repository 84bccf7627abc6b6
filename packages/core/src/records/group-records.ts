/**
 * Records that apply to a crawler because they are in a group that names it (RFC 9309 §2.2.1, §2.2.4). Groups are
 * selected as for rules: all groups that name the crawler are merged; if no group does, all groups of `*` are merged.
 * In a document with a dialect, the dialect selects the groups.
 */
import type { RobotsDocument } from '../parse/document.ts';
import { groupTable } from '../parse/group-table.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, ROW } from '../parse/line-table.ts';
import { type RecordKind, recordKindOf } from '../parse/record-kind.ts';
import { type DocumentRecord, recordAt } from '../parse/records.ts';
import { tokensOf } from '../rules/crawler.ts';
import { type Crawler, whoInForce } from '../rules/crawler-profile.ts';
import { selectRows } from '../rules/select.ts';

/**
 * Records other than rules in the merged group of one crawler, in file order.
 *
 * @param kind Only records of this kind. Default: all.
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile.
 */
export function recordsForCrawler(
  document: RobotsDocument,
  who: Crawler,
  kind?: RecordKind,
): readonly DocumentRecord[] {
  const found: DocumentRecord[] = [];
  for (const row of rowsOfCrawler(document, who)) {
    const isWanted = kind === undefined || recordKindOf(kindAt(document.lines, row)) === kind;
    const record = isWanted ? recordAt(document, row) : undefined;
    if (record) found.push(record);
  }
  return found;
}

function rowsOfCrawler(document: RobotsDocument, crawler: Crawler): readonly number[] {
  const who = whoInForce(document, crawler);
  if (who === undefined) return [];
  const { reader } = document.dialect;
  if (reader) return reader.select(document, who).otherRows;
  return otherRows(document, selectRows(document, tokensOf(who)).userAgentRows);
}

/** The rows of the groups to which `userAgentRows` belong, except user-agent records and rules. */
function otherRows(document: RobotsDocument, userAgentRows: readonly number[]): number[] {
  const found: number[] = [];
  let next = 0;
  for (const { start, end } of groupTable(document)) {
    const named = next;
    while ((userAgentRows[next] ?? end) < end) next++;
    if (next === named) continue;
    for (let row = start; row < end; row += ROW) {
      if (!isOfRules(kindAt(document.lines, row))) found.push(row);
    }
  }
  return found;
}

function isOfRules(kind: LineKind.Any): boolean {
  return kind === LineKind.userAgent || kind === LineKind.allow || kind === LineKind.disallow;
}
