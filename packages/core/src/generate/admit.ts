/** Blocks or admits crawlers by editing an existing robots.txt. */
import { encodeUtf8 } from '../bytes/utf-8.ts';
import type { Group } from '../parse/groups.ts';
import { DEFAULT_MAX_BYTES } from '../parse/limits.ts';
import { parse } from '../parse/parse.ts';
import { comment, productToken } from './checked-text.ts';

/** `keep-out`: disallow everything. `let-in`: allow everything. `as-others`: the crawlers get no group of their own. */
export type Admission = 'keep-out' | 'let-in' | 'as-others';

/** The change to make, and the comment to write above the group. */
export interface AdmitOptions {
  readonly admission: Admission;
  readonly comment?: string;
}

/**
 * Names of records that do not concern fetching. A crawler that gets its own group would lose the records with these
 * names in the `*` groups.
 */
const STATEMENTS = new Set(['content-signal', 'content-usage']);

/**
 * The text of a robots.txt with one group for all of `tokens`. The tokens are removed from the groups that named them.
 * A group that loses all its names is removed, with the comment directly above it; every other line stays. Admitted
 * crawlers keep the usage statements of the `*` groups.
 *
 * The caller must check whether a crawler obeys, and whether another of its tokens still has a group: compile the
 * result and query it.
 *
 * @throws {RangeError} If a crawler could not recognize one of the tokens in the file.
 * @throws {TypeError} If the comment contains control characters.
 * @example
 * ```ts
 * import { admitCrawlers } from 'robots-exclusion/generate';
 *
 * admitCrawlers('User-agent: *\nDisallow: /cart\n', ['GPTBot'], { admission: 'keep-out' });
 * // 'User-agent: *\nDisallow: /cart\n\nUser-agent: GPTBot\nDisallow: /\n'
 * ```
 */
export function admitCrawlers(
  text: string,
  tokens: readonly string[],
  { admission, comment: remark }: AdmitOptions,
): string {
  const without = withoutNames(text, tokens);
  if (admission === 'as-others' || tokens.length === 0) return without;
  const { groups } = parse(without);
  const statements = admission === 'let-in' ? statementsForAll(groups, linesOf(without)) : [];
  const group = [
    ...comment(remark),
    ...tokens.map((token) => `User-agent: ${productToken(token)}`),
    ...statements,
    admission === 'keep-out' ? 'Disallow: /' : 'Allow: /',
  ];
  return withGroup(without, groups, group);
}

/** The lines of a text, including their line ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

function withoutNames(text: string, tokens: readonly string[]): string {
  const unwanted = new Set(tokens.map((token) => token.toLowerCase()));
  const lines = linesOf(text);
  const gone = new Set<number>();
  for (const group of parse(text).groups) {
    const named = group.productTokens.map((token) => unwanted.has(token.toLowerCase()));
    group.userAgents.forEach(({ line }, index) => {
      if (named[index]) gone.add(line);
    });
    if (named.length > 0 && named.every(Boolean)) markGroup(group, lines, gone);
  }
  return lines.filter((_, index) => !gone.has(index + 1)).join('');
}

/**
 * Marks lines for removal: all lines of a group without names, the comment above the group, and one blank line before
 * the comment.
 */
function markGroup({ userAgents, rules, others }: Group, lines: readonly string[], gone: Set<number>): void {
  for (const { line } of rules) gone.add(line);
  for (const { line, name } of others) if (belongsToGroup(name)) gone.add(line);
  let above = (userAgents[0]?.line ?? 1) - 1;
  const isComment = (line: number): boolean => /^[ \t]*#/.test(lines[line - 1] ?? '');
  const first = above;
  while (above > 0 && isComment(above)) above--;
  // A comment at the top belongs to the file.
  if (above > 0) for (let line = above + 1; line <= first; line++) gone.add(line);
  if (above > 0 && (lines[above - 1] ?? '').trim() === '') gone.add(above);
}

/** Whether a record belongs to its group. A sitemap belongs to the file, wherever it appears (RFC 9309 §2.2.4). */
function belongsToGroup(name: string): boolean {
  return name.toLowerCase() !== 'sitemap';
}

function statementsForAll(groups: readonly Group[], lines: readonly string[]): string[] {
  return groups
    .filter(({ productTokens }) => productTokens.includes('*'))
    .flatMap(({ others }) => others)
    .filter(({ name }) => STATEMENTS.has(name.toLowerCase()))
    .map(({ line }) => (lines[line - 1] ?? '').trim());
}

/**
 * Inserts the group at the end of the file. In two cases, it inserts the group before the first group instead: if the
 * last group has no rule and would merge with the new group (RFC 9309 §2.1), or if the new group would end beyond the
 * part that crawlers must read.
 */
function withGroup(text: string, groups: readonly Group[], group: readonly string[]): string {
  const lines = linesOf(text);
  const end = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  const added = group.map((line) => line + end);
  const last = groups.at(-1);
  const isSafe = last === undefined || last.rules.length > 0;
  const isRead = encodeUtf8(text + end + added.join('')).length <= DEFAULT_MAX_BYTES;
  if (isSafe && isRead) {
    const isOpen = lines.length > 0 && !/[\r\n]$/.test(text);
    const isApart = lines.length === 0 || lines.at(-1)?.trim() === '';
    return text + (isOpen ? end : '') + (isApart ? '' : end) + added.join('');
  }
  const at = (groups[0]?.userAgents[0]?.line ?? 1) - 1;
  return [...lines.slice(0, at), ...added, end, ...lines.slice(at)].join('');
}
