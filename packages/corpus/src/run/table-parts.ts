/** Divides the table into parts, each of which is written by one worker. */
import { MOST_PART_ROWS } from '../table/row-shape.ts';

/** A part of the table: the rows of some consecutive units. */
export interface TablePart {
  readonly from: number;
  /** One past the last unit. */
  readonly to: number;
  /** The number of rows in all units before this part. */
  readonly rowsBefore: number;
}

/** The minimum number of rows per part, unless fewer are left; a smaller part is not worth its footer. */
const LEAST_PART_ROWS = 10_000;

/**
 * Groups consecutive units into parts of at most {@link MOST_PART_ROWS} rows. No part has more than half of the
 * remaining rows, so that workers finish at about the same time.
 *
 * @param unitRows The number of rows in each unit.
 * @param staying For each unit, the number of its rows that the table keeps.
 */
export function partsOf(unitRows: readonly number[], staying: readonly number[]): readonly TablePart[] {
  const before = runningSums(unitRows);
  const parts: TablePart[] = [];
  let left = staying.reduce((sum, rows) => sum + rows, 0);
  for (let from = 0; from < unitRows.length; ) {
    const most = Math.min(MOST_PART_ROWS, Math.max(LEAST_PART_ROWS, left / 2));
    let to = from;
    let rows = 0;
    do rows += staying[to++] as number;
    while (to < unitRows.length && rows + (staying[to] as number) <= most);
    parts.push({ from, to, rowsBefore: before[from] as number });
    left -= rows;
    from = to;
  }
  return parts;
}

/** For each value, the sum of all values before it. */
export function runningSums(values: readonly number[]): readonly number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum - value;
  });
}
