/**
 * The line diff of two texts, after E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986). Time and
 * memory are bounded: texts that differ in more than `MAX_EDITS` lines count as one difference.
 */

/** Lines removed and added at one position. Offsets are UTF-16 code units. */
export interface LineChange {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** Limit on differing lines. Work and memory grow with its square. */
const MAX_EDITS = 1000;

export function lineDiff(before: string, after: string): readonly LineChange[] {
  const a = linesOf(before);
  const b = linesOf(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail++;
  const middleA = a.slice(head, a.length - tail);
  const middleB = b.slice(head, b.length - tail);
  const pairs = commonLines(middleA, middleB).map(([x, y]) => [x + head, y + head] as const);
  return changesBetween(a, b, head, [...pairs, [a.length - tail, b.length - tail]]);
}

/** Lines with their line ends. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/** The longest sequence of pairs of equal lines. */
function commonLines(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const trace = furthestPaths(a, b);
  if (trace === undefined) return [];
  const pairs: (readonly [number, number])[] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const ends = trace[edits] as Int32Array;
    const middle = (ends.length - 1) / 2;
    const diagonal = x - y;
    const isDown = goesDown(ends, middle, diagonal, edits);
    const previous = isDown ? diagonal + 1 : diagonal - 1;
    const startX = edits === 0 ? 0 : (ends[middle + previous] as number);
    const snakeX = edits === 0 ? 0 : isDown ? startX : startX + 1;
    while (x > snakeX && x > 0 && y > 0) pairs.push([--x, --y]);
    x = startX;
    y = startX - previous;
  }
  return pairs.reverse();
}

/** For each number of edits, the furthest position on each diagonal; undefined if there are too many edits. */
function furthestPaths(a: readonly string[], b: readonly string[]): readonly Int32Array[] | undefined {
  const most = Math.min(MAX_EDITS, a.length + b.length);
  const ends = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    trace.push(ends.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isDown = goesDown(ends, middle, diagonal, edits);
      let x = isDown ? (ends[middle + diagonal + 1] as number) : (ends[middle + diagonal - 1] as number) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      ends[middle + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) return trace;
    }
  }
  return undefined;
}

function goesDown(ends: Int32Array, middle: number, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return (
    diagonal !== edits && (ends[middle + diagonal - 1] as number) < (ends[middle + diagonal + 1] as number)
  );
}

/** The differences between the pairs of equal lines. The last pair marks the end. */
function changesBetween(
  a: readonly string[],
  b: readonly string[],
  head: number,
  pairs: readonly (readonly [number, number])[],
): readonly LineChange[] {
  const startsA = startsOf(a);
  const startsB = startsOf(b);
  const changes: LineChange[] = [];
  let [x, y] = [head, head];
  for (const [nextX, nextY] of pairs) {
    if (nextX > x || nextY > y) {
      changes.push({
        fromA: startsA[x] as number,
        toA: startsA[nextX] as number,
        fromB: startsB[y] as number,
        toB: startsB[nextY] as number,
      });
    }
    [x, y] = [nextX + 1, nextY + 1];
  }
  return changes;
}

function startsOf(lines: readonly string[]): readonly number[] {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) as number) + line.length);
  return starts;
}
