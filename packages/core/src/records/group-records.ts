/**
 * Records that belong to a crawler because they stand in a group that names it (RFC 9309 §2.2.1, §2.2.4). The
 * groups are chosen as they are for rules: all that name the crawler, merged, or else all of `*`.
 */
import type { RobotsDocument } from '../parse/document.ts';
import { startAt } from '../parse/line-table.ts';
import type { RecordKind } from '../parse/record-kind.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { type Crawler, tokensInForce } from '../rules/crawler-profile.ts';
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
  const tokens = tokensInForce(document, who);
  if (tokens === undefined) return [];
  const { userAgentRows } = selectRows(document, tokens);
  const starts = new Set(userAgentRows.map((row) => startAt(document.lines, row)));
  return document.groups
    .filter(({ userAgents }) => userAgents.some(({ span }) => starts.has(span.start)))
    .flatMap(({ others }) => others)
    .filter((record) => kind === undefined || record.kind === kind);
}

/** The same for a crawler that no group names: the records in the groups of `*`. */
export function recordsForEverybody(document: RobotsDocument, kind?: RecordKind): readonly DocumentRecord[] {
  return recordsForCrawler(document, [], kind);
}
