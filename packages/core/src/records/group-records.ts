/**
 * Records that belong to a crawler because they stand in a group that names it (RFC 9309 §2.2.1, §2.2.4). The
 * groups are chosen as they are for rules: all that name the crawler, merged, or else all of `*`. In a document of a
 * dialect, the groups are those that the dialect chooses.
 */
import type { RobotsDocument } from '../parse/document.ts';
import { startAt } from '../parse/line-table.ts';
import type { RecordKind } from '../parse/record-kind.ts';
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
  return ofCrawler(document, who).filter((record) => kind === undefined || record.kind === kind);
}

function ofCrawler(document: RobotsDocument, crawler: Crawler): readonly DocumentRecord[] {
  const who = whoInForce(document, crawler);
  if (who === undefined) return [];
  const { reader } = document.dialect;
  if (reader) {
    const { otherRows } = reader.select(document, who);
    return otherRows.flatMap((row) => recordAt(document, row) ?? []);
  }
  const { userAgentRows } = selectRows(document, tokensOf(who));
  const starts = new Set(userAgentRows.map((row) => startAt(document.lines, row)));
  return document.groups
    .filter(({ userAgents }) => userAgents.some(({ span }) => starts.has(span.start)))
    .flatMap(({ others }) => others);
}
