/** Finds the known words nearest to an unknown one. */

/** The maximum length of a word that can have neighbors. It bounds the work per word. */
const LONGEST = 64;

/** The first of {@link nearestWords}. */
export function nearest(
  word: string,
  known: Iterable<string>,
  most: number = mostEdits(word),
): string | undefined {
  return nearestWords(word, known, most)[0];
}

/**
 * The words of `known` with the smallest edit distance (insert, delete, replace, swap neighbors) to `word`, ignoring
 * ASCII case, in the order of `known`. Empty if the distance exceeds `most`. Words longer than 64 characters have no
 * neighbor.
 *
 * For each known word, the sets of letters are compared first. Only a word that passes this comparison needs a table of
 * at most 64 × 64 entries.
 */
export function nearestWords(
  word: string,
  known: Iterable<string>,
  most: number = mostEdits(word),
): readonly string[] {
  if (word.length > LONGEST) return [];
  const sought = word.toLowerCase();
  const letters = lettersOf(sought);
  let found: string[] = [];
  let fewest = most;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > fewest) continue;
    const other = candidate.toLowerCase();
    // An edit adds, removes or replaces one letter. The two sets of letters therefore differ by at most two letters per
    // edit.
    if (countBits(letters ^ lettersOf(other)) > 2 * fewest) continue;
    const edits = distance(sought, other);
    if (edits > fewest) continue;
    if (edits < fewest) found = [];
    fewest = edits;
    found.push(candidate);
  }
  return found;
}

/**
 * The number of edits allowed for a typo: one in a short word, two in a longer word. A final "bot" does not count
 * toward the length.
 */
export function mostEdits(word: string): number {
  return word.replace(/bot$/i, '').length < 6 ? 1 : 2;
}

/** The set of character classes, out of 32, that occur in the word. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Optimal string alignment distance, computed with the classic table, of which three rows are kept. */
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
