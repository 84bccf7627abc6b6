/** The output of `ai-access` as text. */
import { fileNotesText } from '../shared/file-notes.ts';
import { line, linesText, own, site, type Word, type Words } from '../words.ts';
import type { AiAccessAnswer, AiAccessRow } from './schema.ts';

/** One line for each crawler and purpose. */
export function aiAccessWords({ results, ...notes }: AiAccessAnswer): Words {
  const rows = results.map((row) => [
    ...line`${own(row.operator)}, ${own(row.purpose)}: ${own(row.token)} ${own(mayOf(row))} ${own(row.reach)}${whyOf(row)}`,
    ...statementOf(row),
  ]);
  return [...fileNotesText(notes).map((note) => [own(note)]), ...rows];
}

/** A token that only controls a use belongs to no crawler, so nothing is fetched under it. */
function mayOf({ fetches }: AiAccessRow): string {
  return fetches ? 'may fetch' : 'fetches nothing itself; its group allows';
}

function whyOf({ group, lines }: AiAccessRow): Word {
  if (group === undefined) return own(' (no group applies to it)');
  return own(` (${linesText(lines)})`);
}

function statementOf({ statement }: AiAccessRow): readonly Word[] {
  if (!statement) return [];
  const { use, says, source } = statement;
  const place = source.kind === 'robots' ? `line ${source.line}` : source.kind;
  return [own(`; ${use}: ${says}, ${place}, `), site(source.text)];
}
