/** Rows as comma-separated values, safe to open in a spreadsheet. */
import { csvRow } from 'robots-exclusion/print';
import type { CorpusRow } from '../row/corpus-row.ts';
import type { RowShape } from './row-shape.ts';

type Cell = string | number | boolean | null;

/** The first line. */
export function csvHeader({ before, crawlers, targets, behind }: RowShape): string {
  const nested = crawlers.flatMap((name) => [
    `crawlers.${name}.allows`,
    ...targets.map((target) => `crawlers.${name}.targets.${target}`),
  ]);
  return csvRow([...before.map(({ name }) => name), ...nested, ...behind.map(({ name }) => name)]);
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
  return csvRow([
    ...before.map(({ name }) => cellOf(name)),
    ...nested,
    ...behind.map(({ name }) => cellOf(name)),
  ]);
}
