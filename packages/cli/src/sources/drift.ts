/** Finds records added to and removed from an intended file, ignoring comments and white space. */
import type { DocumentRecord, RobotsDocument } from 'robots-exclusion';

export interface DriftRecord {
  readonly line: number;
  readonly text: string;
}

/** How the served file differs from the intended one. */
export interface Drift {
  readonly added: readonly DriftRecord[];
  readonly removed: readonly DriftRecord[];
  /** Whether the files have the same records, but under different user-agent records. */
  readonly isReordered: boolean;
}

/** Compares the files by counting their records, in linear time. */
export function driftOf(intended: RobotsDocument, served: RobotsDocument): Drift {
  const added = surplus(served.records, intended.records);
  const removed = surplus(intended.records, served.records);
  const isSame = added.length === 0 && removed.length === 0;
  return { added, removed, isReordered: isSame && groupsKey(intended) !== groupsKey(served) };
}

/** Records that occur more often in `these` than in `those`. */
function surplus(these: readonly DocumentRecord[], those: readonly DocumentRecord[]): DriftRecord[] {
  const left = new Map<string, number>();
  for (const record of those) left.set(keyOf(record), (left.get(keyOf(record)) ?? 0) + 1);
  return these.flatMap((record) => {
    const count = left.get(keyOf(record)) ?? 0;
    left.set(keyOf(record), count - 1);
    return count > 0 ? [] : [{ line: record.line, text: `${record.name}: ${record.value}` }];
  });
}

/** The key for comparing records. Record names and product tokens ignore case; values do not. */
function keyOf({ kind, name, value }: DocumentRecord): string {
  const known = kind === 'other' ? name.toLowerCase() : kind;
  return `${known}:${kind === 'user-agent' ? value.toLowerCase() : value}`;
}

/** The key of all groups with their rules. The order of groups and of rules has no meaning (RFC 9309 §2.2.1–2.2.2). */
function groupsKey({ groups }: RobotsDocument): string {
  const keys = groups.map(({ userAgents, rules, others }) => {
    const tokens = userAgents.map(keyOf).sort().join('\n');
    const inside = [...rules, ...others.filter(({ kind }) => kind !== 'sitemap')].map(keyOf).sort();
    return `${tokens}\n\n${inside.join('\n')}`;
  });
  return keys.sort().join('\n\n\n');
}

const BEGIN = /^#\s*BEGIN Cloudflare Managed content[ \t]*$/im;
const END = /^#\s*END Cloudflare Managed Content[ \t]*$/im;

/** The file without the block that Cloudflare inserts at its beginning; undefined if there is no such block. */
export function withoutManagedBlock(
  body: Uint8Array,
): { rest: Uint8Array; firstLine: number; lines: number } | undefined {
  // Uses one character per octet, so that indexes into the text are offsets.
  const text = Buffer.from(body).toString('latin1');
  const begin = BEGIN.exec(text);
  const end = END.exec(text);
  if (!begin || !end || end.index < begin.index) return undefined;
  const after = end.index + end[0].length;
  const block = text.slice(begin.index, after);
  return {
    rest: Buffer.from(text.slice(0, begin.index) + text.slice(after), 'latin1'),
    firstLine: lineCount(text.slice(0, begin.index)),
    lines: lineCount(block),
  };
}

function lineCount(text: string): number {
  return text.split(/\r\n|\r|\n/).length;
}
