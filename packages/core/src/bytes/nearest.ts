/** The nearest of some known words to a word that is none of them. */

/**
 * The word of `known` that fewest edits (insert, delete, replace, swap neighbours) separate from `word`, ASCII case
 * set aside; `undefined` where more than `most` are needed. Words longer than 40 characters have no neighbour, so
 * that the work is bounded.
 */
export function nearest(word: string, known: Iterable<string>, most: number): string | undefined {
  if (word.length > 40) return undefined;
  let best: string | undefined;
  let fewest = most + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= fewest) continue;
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

/** Optimal string alignment distance: the classic table, three rows of it. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const replaced = (above[column - 1] as number) + (isSame ? 0 : 1);
      const inserted = (current[column - 1] as number) + 1;
      const deleted = (above[column] as number) + 1;
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwapped ? (before[column - 2] as number) + 1 : replaced;
      current.push(Math.min(replaced, inserted, deleted, swapped));
    }
    before = above;
    above = current;
  }
  return above[b.length] as number;
}
