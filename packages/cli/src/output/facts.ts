/** Facts under their names, one in a line. */
import { cut, pad } from './columns.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';

/** A name, empty where the fact goes on with the one before, and a value. */
export type Fact = readonly [name: string, value: string];

const nameColumns = 12;

/** Names in a column, values beside them, each line no wider than the terminal. */
export function factLines(facts: readonly Fact[], { columns, style }: Terminal): string {
  return facts
    .map(([name, value]) => {
      const shown = cut(printable(value), columns - nameColumns - 2);
      return `  ${style.dim(pad(name, nameColumns))}${shown}\n`;
    })
    .join('');
}
