/** Indexes each crawler's groups, for callers that query one document for several crawlers. */
import { toLowerCase } from '../bytes/octet.ts';
import { FEW_ROWS, type GroupRows, groupTable } from '../parse/group-table.ts';
import type { GroupSource } from '../parse/groups.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, ROW, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import { endOfToken, isStar } from '../parse/product-token.ts';

/** For documents searched once, a marker; for documents searched again, the index. */
const indexes = new WeakMap<GroupSource, AgentIndex | 'asked once'>();

/**
 * The groups that may concern a crawler, in file order. Starting with the second query about a document, the groups are
 * looked up in an index by the crawler's tokens. With 5,000 agents, a look-up takes 0.5 µs instead of 100 µs.
 */
export function groupsFor(source: GroupSource, tokens: readonly Uint8Array[]): readonly GroupRows[] {
  const all = groupTable(source);
  if (source.lines.length < FEW_ROWS) return all;
  const known = indexes.get(source);
  if (known === undefined) {
    indexes.set(source, 'asked once');
    return all;
  }
  const index = known === 'asked once' ? new AgentIndex(source) : known;
  if (index !== known) indexes.set(source, index);
  return index.groupsOf(tokens);
}

/** The groups of each product token. The index takes about 100 octets per group and is kept as long as the document. */
class AgentIndex {
  readonly #groups = new Map<string, GroupRows[]>();

  constructor(source: GroupSource) {
    const { lines, octets } = source;
    for (const group of groupTable(source)) {
      const tokens = new Set<string>();
      for (let row = group.start; row < group.runEnd; row += ROW) {
        if (kindAt(lines, row) === LineKind.userAgent)
          tokens.add(nameOf(octets, valueStartAt(lines, row), valueEndAt(lines, row)));
      }
      this.#add(tokens, group);
    }
  }

  /** The groups that name one of the tokens, without duplicates; if none does, the groups of `*`. */
  groupsOf(tokens: readonly Uint8Array[]): readonly GroupRows[] {
    const found = tokens.flatMap((token) => this.#groups.get(textOf(token, 0, token.length)) ?? []);
    if (found.length === 0) return this.#groups.get(EVERYBODY) ?? [];
    return tokens.length === 1 ? found : [...new Set(found)].sort((a, b) => a.start - b.start);
  }

  #add(tokens: ReadonlySet<string>, group: GroupRows): void {
    for (const token of tokens) {
      const groups = this.#groups.get(token);
      if (groups) groups.push(group);
      else this.#groups.set(token, [group]);
    }
  }
}

/** The key for `*`. It cannot conflict with a token, because no token contains a star. */
const EVERYBODY = '*';

function nameOf(octets: Uint8Array, start: number, end: number): string {
  return isStar(octets, start, end) ? EVERYBODY : textOf(octets, start, endOfToken(octets, start, end));
}

function textOf(octets: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(toLowerCase(octets[at] as number));
  return text;
}
