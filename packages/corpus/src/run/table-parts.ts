/** Divides the table into the parts that are written at a time. */
import { MOST_PART_ROWS } from '../table/row-shape.ts';

/** A part of the table: the rows of some consecutive units. */
export interface TablePart {
  readonly from: number;
  /** One past the last. */
  readonly to: number;
  /** Rows of all units before it. */
  readonly rowsBefore: number;
}

/** A part with fewer rows is not worth its footer. */
const LEAST_PART_ROWS = 10_000;

/**
 * Consecutive units, as many as have at most {@link MOST_PART_ROWS} rows. No part has more than half of the rows that are left, so
 * that workers end at about the same time.
 *
 * @param unitRows Rows of each unit.
 * @param staying Those of them that the table has.
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

/** Of all values before each. */
export function runningSums(values: readonly number[]): readonly number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum - value;
  });
}
