/** The lines of robots.txt and the header fields that express a choice about uses. */
import { type Use, uses, wordFor } from 'robots-exclusion/usage';

/** Uses that have a word in AIPREF and in Content-Signal. */
export const statedUses = uses.flatMap(({ name: use, title }) => {
  const [aipref, signal] = [wordFor(use, 'aipref'), wordFor(use, 'content-signal')];
  return aipref !== undefined && signal !== undefined ? [{ use, title, aipref, signal }] : [];
});

export type Choice = 'allow' | 'disallow' | 'silent';
export type Choices = Readonly<Partial<Record<Use, Choice>>>;

export interface StatementLines {
  /** Lines for the group of `*`; empty if nothing is stated. */
  readonly robots: readonly string[];
  readonly headers: readonly string[];
}

/** Writes the lines. An unstated use is left out, because a missing statement is not a permission. */
export function statementLines(choices: Choices): StatementLines {
  const said = statedUses.filter(({ use }) => (choices[use] ?? 'silent') !== 'silent');
  if (said.length === 0) return { robots: [], headers: [] };
  const aipref = said.map(({ use, aipref: label }) => `${label}=${choices[use] === 'allow' ? 'y' : 'n'}`);
  const signals = said.map(({ use, signal }) => `${signal}=${choices[use] === 'allow' ? 'yes' : 'no'}`);
  return {
    robots: [`Content-Usage: ${aipref.join(', ')}`, `Content-Signal: ${signals.join(', ')}`],
    headers: [`Content-Usage: ${aipref.join(', ')}`],
  };
}

/** The draft with the lines added to the group of `*`. If no group names `*`, adds one at the end of the draft. */
export function withStatements(draft: string, lines: readonly string[]): string {
  const rows = draft.split('\n');
  const at = rows.findIndex((row) => /^\s*user-agent\s*:\s*\*\s*(?:#.*)?$/i.test(row));
  if (at >= 0) {
    let end = at + 1;
    while (/^\s*(?:user-agent\s*:|#|$)/i.test(rows[end] ?? 'x') && end < rows.length) end++;
    // If the group has no rule, insert the lines after its first line.
    const place = end < rows.length ? end : at + 1;
    return [...rows.slice(0, place), ...lines, ...rows.slice(place)].join('\n');
  }
  const start = draft === '' || draft.endsWith('\n') ? draft : `${draft}\n`;
  return `${start}${draft === '' ? '' : '\n'}User-agent: *\n${lines.join('\n')}\nDisallow:\n`;
}
