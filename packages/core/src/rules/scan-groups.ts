/**
 * Reads only the part of a body that concerns certain crawlers, for programs that process many bodies. The scan skips
 * the lines of other groups, comments and other records, and takes a third of the time of a whole line table.
 */
import { type Body, byteOrderMarkLength, toOctets } from '../bytes/body.ts';
import { endsUserAgentRun } from '../parse/group-table.ts';
import type { GroupSource } from '../parse/groups.ts';
import { DEFAULT_MAX_BYTES } from '../parse/limits.ts';
import * as LineKind from '../parse/line-kind.ts';
import { LineTableWriter } from '../parse/line-table.ts';
import { blocksOf } from '../parse/octet-blocks.ts';
import { checkedMaxBytes } from '../parse/parse.ts';
import { isStar } from '../parse/product-token.ts';
import { endOfLine, endOfValue, headAt, pastBlank, pastWhiteSpace, trimmedEnd } from '../parse/scan.ts';
import { GROUP, USER_AGENT } from './scan-body.ts';
import type { TokenSet } from './token-set.ts';

/** The groups of a body that concern certain crawlers. */
export interface ScannedGroups extends GroupSource {
  /** The tokens that the body names, each once, in comparison form and file order. */
  readonly named: readonly string[];
  /** Whether the body has a group for `*`. */
  readonly hasStar: boolean;
}

const NOBODY: readonly string[] = /* @__PURE__ */ Object.freeze([]);

/**
 * Scans a body, according to RFC 9309, for the groups of `*` and of `tokens`. For `*` and any crawler in `tokens`, the
 * same rules can be selected from the result as from a parsed document. The line numbers in its line table are all 0.
 *
 * @throws {TypeError} If `body` is neither a string nor a `Uint8Array`.
 * @throws {RangeError} If `maxBytes` is not an integer from 1 to 67,108,864.
 */
export function scanGroups(
  body: Body,
  tokens: TokenSet,
  maxBytes: number = DEFAULT_MAX_BYTES,
): ScannedGroups {
  const { octets } = toOctets(body, checkedMaxBytes(maxBytes));
  const blocks = blocksOf(octets);
  const rows = new LineTableWriter();
  const { length } = octets;
  let named: Set<string> | undefined;
  let hasStar = false;
  let isRunOpen = false;
  let isConcerned = false;
  for (let at = byteOrderMarkLength(octets); ; at = endOfLine(octets, blocks, at) + 1) {
    at = pastBlank(octets, at);
    if (at >= length) break;
    const letters = isRunOpen || isConcerned ? GROUP : USER_AGENT;
    if (((letters >>> ((octets[at] as number) & 31)) & 1) === 0) continue;
    const start = at;
    const head = headAt(octets, blocks, at);
    const kind = (head & LineKind.MASK) as LineKind.Any;
    at = pastWhiteSpace(octets, at + (head >>> LineKind.BITS));
    const isRule = endsUserAgentRun(kind, false);
    if (isRule) isRunOpen = false;
    if (isRule ? !isConcerned : kind !== LineKind.userAgent) continue;
    const valueStart = at;
    at = endOfValue(octets, blocks, at);
    const valueEnd = trimmedEnd(octets, valueStart, at);
    if (kind === LineKind.userAgent) {
      if (!isRunOpen) isConcerned = false;
      isRunOpen = true;
      if (isStar(octets, valueStart, valueEnd)) hasStar = true;
      else {
        const name = tokens.find(octets, valueStart, valueEnd);
        if (name === undefined) continue;
        named ??= new Set();
        named.add(name);
      }
      isConcerned = true;
    }
    rows.add(0, kind, start, valueStart, valueEnd);
  }
  const lines = rows.table();
  return { octets, lines, contentUsageIsRule: false, named: named ? [...named] : NOBODY, hasStar };
}
