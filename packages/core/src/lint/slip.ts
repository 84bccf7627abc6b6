/** Finds out whether a word is a known one with a typo, without comparing every known word. */

/** Words longer than this have no slips: the work for each is bounded. */
const MOST_LETTERS = 40;

/** Known words, ready to be asked. */
export interface SlipIndex {
  /** The known word of which `word` has one letter too many, one too few, or two swapped; ASCII case set aside. */
  meant(word: string): string | undefined;
}

/**
 * The first unknown word takes time and memory by the letters of all known ones; then each question takes time by the
 * letters of its word.
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

/** Known words by each form of them that lacks one letter. */
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
