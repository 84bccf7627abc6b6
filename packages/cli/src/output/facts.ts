/** Lays out facts as two columns: the labels, and the wrapped values beside them. */

import { pad, widthOf } from './columns.ts';
import type { Terminal } from './terminal.ts';
import { wrapped } from './wrapped.ts';

/** A label and a value. The label is empty if the fact continues the previous one. */
export type Fact = readonly [name: string, value: string];

const nameColumns = 12;
/** Limit on the lines of a value, which can be half a megabyte long. JSON contains the whole value. */
const mostLines = 12;
/** Indentation of a URL that is too wide for the column of values. */
const outdent = ' '.repeat(4);

/**
 * Formats facts: labels in a column, and each value beside its label, or below a label that is too wide. Each line fits
 * the terminal, except for a URL that is wider.
 */
export function factLines(facts: readonly Fact[], terminal: Terminal): string[] {
  return facts.flatMap((fact) => linesOf(fact, terminal));
}

function linesOf([name, value]: Fact, { columns, style }: Terminal): string[] {
  const room = columns - nameColumns - 2;
  const all = wrapped(value, room);
  const shown = all.length > mostLines ? [...all.slice(0, mostLines - 1), '…'] : all;
  let head = name;
  const lines: string[] = [];
  for (const line of shown.length === 0 ? [''] : shown) {
    const isTooWide = widthOf(line) > room;
    if (head !== '' && (isTooWide || widthOf(head) >= nameColumns)) {
      lines.push(`  ${style.dim(head)}`);
      head = '';
    }
    lines.push(isTooWide ? `${outdent}${line}` : `  ${style.dim(pad(head, nameColumns))}${line}`);
    head = '';
  }
  return lines;
}
