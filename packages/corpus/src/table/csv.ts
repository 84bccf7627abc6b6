/** Writes rows as comma-separated values that are safe to open in a spreadsheet. */
import { csvRow } from 'robots-exclusion/print';
import type { CorpusRow } from '../row/corpus-row.ts';
import type { PlainColumn, RowShape } from './row-shape.ts';

type Cell = string | number | boolean | null;

export function csvHeader({ columns, crawlers, targets }: RowShape): string {
  const nested = crawlers.flatMap((name) => [
    `crawlers.${name}.allows`,
    `crawlers.${name}.decided_by`,
    ...targets.map((target) => `crawlers.${name}.targets.${target}`),
  ]);
  return csvRow(columns.flatMap(({ name, type }) => (type === 'CRAWLERS' ? nested : [name])));
}

/** The line of a row. Lists and objects are JSON. */
export function csvLine(row: CorpusRow, { columns, crawlers, targets }: RowShape): string {
  const cellsOf = ({ name, type }: PlainColumn): Cell[] => {
    if (type === 'CRAWLERS') return nested();
    const value = row[name as keyof CorpusRow];
    return [typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell)];
  };
  const nested = (): Cell[] =>
    crawlers.flatMap((name): Cell[] => {
      const found = row.crawlers[name];
      const verdicts = targets.map((target) => found?.targets[target] ?? null);
      return [found?.allows ?? null, found?.decided_by ?? null, ...verdicts];
    });
  return csvRow(columns.flatMap(cellsOf));
}
