/** Rows as comma-separated values (RFC 4180), safe to open in a spreadsheet. */
import type { CorpusRow } from '../row/corpus-row.ts';
import type { RowShape } from './row-shape.ts';

type Cell = string | number | boolean | null;

/** The first line. */
export function csvHeader({ before, crawlers, targets, behind }: RowShape): string {
  const nested = crawlers.flatMap((name) => [
    `crawlers.${name}.allows`,
    ...targets.map((target) => `crawlers.${name}.targets.${target}`),
  ]);
  return line([...before.map(({ name }) => name), ...nested, ...behind.map(({ name }) => name)]);
}

/** The line of a row. Lists and objects are JSON. */
export function csvLine(row: CorpusRow, { before, crawlers, targets, behind }: RowShape): string {
  const cellOf = (name: string): Cell => {
    const value = row[name as keyof CorpusRow];
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell);
  };
  const nested = crawlers.flatMap((name): Cell[] => {
    const found = row.crawlers[name];
    return [found?.allows ?? null, ...targets.map((target) => found?.targets[target] ?? null)];
  });
  return line([
    ...before.map(({ name }) => cellOf(name)),
    ...nested,
    ...behind.map(({ name }) => cellOf(name)),
  ]);
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\n`;
}

/** What a spreadsheet takes for a formula, also in its full-width forms. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]./;

/** What a terminal would obey, and what would end a line. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = cell.replace(
    CONTROL,
    (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  const neutral = FORMULA.test(text) ? `'${text}` : text;
  return /[",]/.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral;
}
