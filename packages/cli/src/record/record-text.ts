/** Formats a record with its evidence, and optionally the file, as text that is safe to print. */
import type { RobotsRecord } from '@robots-exclusion/client';
import { parse } from 'robots-exclusion';
import { cut } from '../output/columns.ts';
import { counted } from '../output/counted.ts';
import { type Fact, factLines } from '../output/facts.ts';
import type { Terminal } from '../output/terminal.ts';
import { fetchFacts } from './evidence-facts.ts';
import { shownRecord } from './record-facts.ts';

/** Everything that `robots fetch` and `robots cache show` print. */
export async function recordText(
  record: RobotsRecord,
  hasBody: boolean,
  terminal: Terminal,
): Promise<string[]> {
  const facts = [...fetchFacts(await shownRecord(record), Date.now()), ...contentFacts(record)];
  const lines = factLines(facts, terminal);
  return hasBody && record.body ? [...lines, '', ...numberedLines(record.body, terminal)] : lines;
}

function contentFacts({ body }: RobotsRecord): Fact[] {
  if (body === undefined) return [];
  const { records, groups, diagnostics } = parse(body, { maxBytes: Math.max(1, body.length) });
  const doubts = diagnostics.length === 0 ? '' : `, ${counted(diagnostics.length, 'diagnostic')}`;
  return [['contains', `${counted(records.length, 'record')}, ${counted(groups.length, 'group')}${doubts}`]];
}

/** Each line with its number, truncated to the width, so that a line of 500 KB does not fill a terminal. */
function numberedLines(body: Uint8Array, { columns, style }: Terminal): string[] {
  const lines = Buffer.from(body)
    .toString()
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  const numberColumns = String(lines.length).length;
  return lines.map((line, index) => {
    const number = String(index + 1).padStart(numberColumns);
    return `${style.dim(`${number} |`)} ${cut(shownLine(line), columns - numberColumns - 3)}`;
  });
}

function shownLine(line: string): string {
  return line.slice(0, 2000).replaceAll('\t', '  ');
}
