/** Finds out whether a word is a known one with a typo, without comparing it with every known word. */

/** Longer words have no typos, which bounds the work per word. */
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
 * Building the index on the first query takes time and memory proportional to the letters of all known words; a query
 * takes time proportional to the letters of its word.
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
      return shortened.get(lower) ?? whole.get(near.find((other) => whole.has(other)) ?? '');
    },
  };
}

/** Known words by each form with one letter missing. */
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
