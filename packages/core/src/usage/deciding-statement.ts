/**
 * Finds the statement that decides a use. An interface that shows only one statement shows this one, which never
 * contradicts the reported preference.
 */
import type { UsageSource, UsageStatement } from './usage-statement.ts';
import type { Use } from './uses.ts';

/** The order of precedence among equally restrictive statements, highest first. */
const SOURCES: readonly UsageSource['kind'][] = ['robots', 'header', 'meta', 'file'];

/**
 * The most restrictive of the statements about a use; among equals, the first: robots.txt in file order, then header
 * fields, meta elements and other files. `undefined` if no statement is about the use.
 *
 * @param statements The statements that apply to the crawler and the target.
 */
export function decidingStatement(
  use: Use,
  statements: readonly UsageStatement[],
): UsageStatement | undefined {
  let deciding: UsageStatement | undefined;
  for (const statement of statements) {
    if (statement.says[use] === undefined) continue;
    if (deciding === undefined || comesFirst(use, statement, deciding)) deciding = statement;
  }
  return deciding;
}

function comesFirst(use: Use, a: UsageStatement, b: UsageStatement): boolean {
  if (a.says[use] !== b.says[use]) return a.says[use] === 'disallow';
  if (a.source.kind === 'robots' && b.source.kind === 'robots') return a.source.line < b.source.line;
  return SOURCES.indexOf(a.source.kind) < SOURCES.indexOf(b.source.kind);
}

/**
 * The location of a statement in words: `line 4`, `line 9, Google-Extended of Google`, `header x-robots-tag`.
 *
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { placeOf, usageReport } from 'robots-exclusion/usage';
 *
 * const document = parse('User-agent: Google-Extended\nDisallow: /\n');
 * const { decidedBy } = usageReport(document, 'Googlebot', '/a').uses['ai-training'];
 * decidedBy && placeOf(decidedBy); // 'line 2, Google-Extended of Google'
 * ```
 */
export function placeOf({ source, purpose }: UsageStatement): string {
  const place = source.kind === 'robots' ? `line ${source.line}` : `${source.kind} ${source.name}`;
  return purpose === undefined ? place : `${place}, ${purpose.token} of ${purpose.operator}`;
}
