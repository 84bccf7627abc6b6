/** Which rows of the line table apply to one crawler (RFC 9309 §2.2.1). */
import { endsUserAgentRun, type GroupSource } from '../parse/groups.ts';
import { kindAt, ROW, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import { endOfToken, isStar, isToken } from '../parse/product-token.ts';
import { LineKind } from '../parse/record-kind.ts';

/** All groups of one crawler, merged; rows are indexes into the line table. */
export interface Selection {
  /** User-agent records that name the crawler; none where no group applies. */
  readonly userAgentRows: readonly number[];
  readonly ruleRows: readonly number[];
}

/** Who a user-agent record speaks to. */
export const Addressee = { nobody: 0, everybody: 1, crawler: 2 } as const;

export type Addressee = (typeof Addressee)[keyof typeof Addressee];

/** The groups that name the crawler, or else those of `*`, merged wherever they stand in the file. */
export function selectRows(source: GroupSource, tokens: readonly Uint8Array[]): Selection {
  const own = { userAgentRows: [] as number[], ruleRows: [] as number[] };
  const star = { userAgentRows: [] as number[], ruleRows: [] as number[] };
  let isOwn = false;
  let isStarred = false;
  let isRunOpen = false;
  for (let row = 0; row < source.lines.length; row += ROW) {
    const kind = kindAt(source.lines, row);
    if (kind === LineKind.userAgent) {
      if (!isRunOpen) isOwn = isStarred = false;
      isRunOpen = true;
      const addressee = addresseeOf(
        source.octets,
        valueStartAt(source.lines, row),
        valueEndAt(source.lines, row),
        tokens,
      );
      if (addressee === Addressee.crawler) isOwn = own.userAgentRows.push(row) > 0;
      else if (addressee === Addressee.everybody) isStarred = star.userAgentRows.push(row) > 0;
    } else if (endsUserAgentRun(kind, source.contentUsageIsRule)) {
      isRunOpen = false;
      if (kind === LineKind.contentUsage) continue;
      if (isOwn) own.ruleRows.push(row);
      if (isStarred) star.ruleRows.push(row);
    }
  }
  return own.userAgentRows.length > 0 ? own : star;
}

/** Whom the user-agent value from `start` to `end` speaks to. */
export function addresseeOf(
  octets: Uint8Array,
  start: number,
  end: number,
  tokens: readonly Uint8Array[],
): Addressee {
  if (isStar(octets, start, end)) return Addressee.everybody;
  const tokenEnd = endOfToken(octets, start, end);
  for (const token of tokens) {
    if (isToken(octets, start, tokenEnd, token)) return Addressee.crawler;
  }
  return Addressee.nobody;
}
