/** Selects the rows of the line table that apply to one crawler (RFC 9309 §2.2.1). */
import type { GroupRows } from '../parse/group-table.ts';
import type { GroupSource } from '../parse/groups.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, ROW, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import { isStar, isToken } from '../parse/product-token.ts';
import { groupsFor } from './agent-index.ts';

/** All groups of one crawler, merged. Rows are indexes into the line table. */
export interface Selection {
  /** User-agent records that name the crawler; empty if no group applies. */
  readonly userAgentRows: readonly number[];
  readonly ruleRows: readonly number[];
}

// The crawlers that a user-agent record names: no relevant crawler, every crawler, or the crawler in question.
export const NOBODY = 0;
export const EVERYBODY = 1;
export const CRAWLER = 2;

export type Addressee = typeof NOBODY | typeof EVERYBODY | typeof CRAWLER;

/** The groups that name the crawler, or else those of `*`. The groups are merged wherever they appear in the file. */
export function selectRows(source: GroupSource, tokens: readonly Uint8Array[]): Selection {
  if (last?.source === source && last.tokens === tokens) return last.selection;
  const selection = selected(source, tokens);
  last = { source, tokens, selection };
  return selection;
}

/**
 * A cache of the last selection: callers often need several results for one crawler and one file in a row, such as
 * verdicts, reach and a delay. A map of all files would cost as much per file as selecting its groups.
 */
let last:
  | {
      readonly source: GroupSource;
      readonly tokens: readonly Uint8Array[];
      readonly selection: Selection;
    }
  | undefined;

function selected(source: GroupSource, tokens: readonly Uint8Array[]): Selection {
  const own: Rows = { userAgentRows: [], ruleRows: [] };
  const star: Rows = { userAgentRows: [], ruleRows: [] };
  for (const group of groupsFor(source, tokens)) addRows(source, tokens, group, own, star);
  return own.userAgentRows.length > 0 ? own : star;
}

interface Rows extends Selection {
  readonly userAgentRows: number[];
  readonly ruleRows: number[];
}

/** Adds the rows of a group to the crawler's rows or to those of `*`. */
function addRows(
  { octets, lines }: GroupSource,
  tokens: readonly Uint8Array[],
  { start, runEnd, end }: GroupRows,
  own: Rows,
  star: Rows,
): void {
  let isOwn = false;
  let isStarred = false;
  for (let row = start; row < runEnd; row += ROW) {
    if (kindAt(lines, row) !== LineKind.userAgent) continue;
    const addressee = addresseeOf(octets, valueStartAt(lines, row), valueEndAt(lines, row), tokens);
    if (addressee === CRAWLER) isOwn = own.userAgentRows.push(row) > 0;
    else if (addressee === EVERYBODY) isStarred = star.userAgentRows.push(row) > 0;
  }
  if (!isOwn && !isStarred) return;
  for (let row = runEnd; row < end; row += ROW) {
    const kind = kindAt(lines, row);
    if (kind !== LineKind.allow && kind !== LineKind.disallow) continue;
    if (isOwn) own.ruleRows.push(row);
    if (isStarred) star.ruleRows.push(row);
  }
}

/** Which crawlers the user-agent value from `start` to `end` names. */
export function addresseeOf(
  octets: Uint8Array,
  start: number,
  end: number,
  tokens: readonly Uint8Array[],
): Addressee {
  if (isStar(octets, start, end)) return EVERYBODY;
  for (const token of tokens) {
    if (isToken(octets, start, end, token)) return CRAWLER;
  }
  return NOBODY;
}
