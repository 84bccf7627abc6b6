/** Detects whether a word is a known word with a typo, without comparing it with every known word. */

/** Limit on the length of checked words, which bounds the work per word. */
const MOST_LETTERS = 40;

/** An index of known words. */
export interface SlipIndex {
  /**
   * The known word from which `word` differs by one extra letter, one missing letter or two swapped letters, ignoring
   * ASCII case.
   */
  meant(word: string): string | undefined;
}

/**
 * Creates an index of known words. The first query builds it, which takes time and memory proportional to the letters
 * of all known words. A query takes time proportional to the letters of its word.
 */
export function slipIndex(known: Iterable<string>): SlipIndex {
  const whole = new Map(Array.from(known, (word) => [word.toLowerCase(), word]));
  let shortened: Map<string, string> | undefined;
  return {
    meant(word) {
      const lower = word.toLowerCase();
      if (lower.length > MOST_LETTERS || whole.has(lower)) return undefined;
      const near = [...withoutOne(lower), ...withTwoSwapped(lower)];
      shortened ??= shortenedWords(whole);
      return (
        shortened.get(lower) ?? near.map((other) => whole.get(other)).find((known) => known !== undefined)
      );
    },
  };
}

/** Maps each known word with one letter removed to the known words. */
function shortenedWords(whole: ReadonlyMap<string, string>): Map<string, string> {
  const shortened = new Map<string, string>();
  for (const [lower, word] of whole) for (const shorter of withoutOne(lower)) shortened.set(shorter, word);
  return shortened;
}

function withoutOne(word: string): string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

function withTwoSwapped(word: string): string[] {
  return Array.from(
    word.slice(1),
    (letter, at) => word.slice(0, at) + letter + word.charAt(at) + word.slice(at + 2),
  );
}
