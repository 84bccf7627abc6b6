/**
 * An unstable but deterministic sort, as common in C++ libraries: introspective quicksort with the median of three as
 * pivot, and an insertion sort for runs of sixteen. If several equally ranked rules match, the verdict of a parser that
 * uses such a sort depends on the resulting order.
 */

type Before<T> = (a: T, b: T) => boolean;

/** Sorts in place. Before it becomes quadratic, it falls back to a stable sort. */
export function sortUnstably<T>(items: T[], compare: (a: T, b: T) => number): T[] {
  const before: Before<T> = (a, b) => compare(a, b) < 0;
  const depth = 2 * Math.floor(Math.log2(Math.max(1, items.length)));
  if (!partitionAll(items, before, 0, items.length, depth)) return items.sort(compare);
  insertionSort(items, before);
  return items;
}

const SHORT = 16;

/** Partitions until every run is short. Returns false if the pivots are too poor. */
function partitionAll<T>(items: T[], before: Before<T>, start: number, end: number, depth: number): boolean {
  let last = end;
  let left = depth;
  while (last - start > SHORT) {
    if (left-- === 0) return false;
    const middle = start + ((last - start) >> 1);
    medianToStart(items, before, start, middle, last - 1);
    const cut = partition(items, before, start, last);
    if (!partitionAll(items, before, cut, last, left)) return false;
    last = cut;
  }
  return true;
}

/** Swaps the median of the second, the middle and the last item into the first position. */
function medianToStart<T>(items: T[], before: Before<T>, start: number, middle: number, last: number): void {
  const candidates = [start + 1, middle, last];
  const is = (a: number, b: number): boolean => before(items[a] as T, items[b] as T);
  const [a, b, c] = candidates as [number, number, number];
  const median = is(a, b) ? (is(b, c) ? b : is(a, c) ? c : a) : is(a, c) ? a : is(b, c) ? c : b;
  swap(items, start, median);
}

/**
 * Splits the items after the pivot at `start`: first the items that sort before the pivot, then those that sort after
 * it.
 */
function partition<T>(items: T[], before: Before<T>, start: number, end: number): number {
  const pivot = items[start] as T;
  let low = start + 1;
  let high = end;
  for (;;) {
    while (before(items[low] as T, pivot)) low++;
    high--;
    while (before(pivot, items[high] as T)) high--;
    if (low >= high) return low;
    swap(items, low, high);
    low++;
  }
}

function insertionSort<T>(items: T[], before: Before<T>): void {
  for (let next = 1; next < items.length; next++) {
    const item = items[next] as T;
    let at = next;
    while (at > 0 && before(item, items[at - 1] as T)) {
      items[at] = items[at - 1] as T;
      at--;
    }
    items[at] = item;
  }
}

function swap<T>(items: T[], a: number, b: number): void {
  const item = items[a] as T;
  items[a] = items[b] as T;
  items[b] = item;
}
