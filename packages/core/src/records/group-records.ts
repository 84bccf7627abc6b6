/**
 * Records that belong to a crawler because they are in a group that names it (RFC 9309 §2.2.1, §2.2.4). The
 * groups are chosen as they are for rules: all that name the crawler, merged, or else all of `*`. In a document of a
 * dialect, the groups are those that the dialect chooses.
 */
import type { RobotsDocument } from '../parse/document.ts';
import { endsUserAgentRun } from '../parse/groups.ts';
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
  const isWanted = (row: number): boolean =>
    kind === undefined || recordKindOf(kindAt(document.lines, row)) === kind;
  return rowsOfCrawler(document, who)
    .filter(isWanted)
    .flatMap((row) => recordAt(document, row) ?? []);
}

function rowsOfCrawler(document: RobotsDocument, crawler: Crawler): readonly number[] {
  const who = whoInForce(document, crawler);
  if (who === undefined) return [];
  const { reader } = document.dialect;
  if (reader) return reader.select(document, who).otherRows;
  return otherRows(document, selectRows(document, tokensOf(who)).userAgentRows);
}

/** Rows of the groups that have one of these user-agent rows, without user-agent records and rules. */
function otherRows(
  { lines, contentUsageIsRule }: RobotsDocument,
  userAgentRows: readonly number[],
): number[] {
  const named = new Set(userAgentRows);
  const found: number[] = [];
  let group: number[] = [];
  let isNamed = false;
  let isRunOpen = false;
  const closeGroup = (): void => {
    if (isNamed) for (const row of group) found.push(row);
    group = [];
    isNamed = false;
  };
  for (let row = 0; row < lines.length; row += ROW) {
    const kind = kindAt(lines, row);
    if (kind === LineKind.userAgent) {
      if (!isRunOpen) closeGroup();
      isRunOpen = true;
      // Records may stand before the record of their group that names the crawler.
      isNamed ||= named.has(row);
      continue;
    }
    if (endsUserAgentRun(kind, contentUsageIsRule)) isRunOpen = false;
    if (kind !== LineKind.allow && kind !== LineKind.disallow) group.push(row);
  }
  closeGroup();
  return found;
}
