/** Whether a word is a known one with a slip of the pen, found without a look at every known word. */

/** Words longer than this have no slips: the work for each is bounded. */
const MOST_LETTERS = 40;

/** Known words, ready to be asked. */
export interface SlipIndex {
  /** The known word of which `word` has one letter too many, one too few, or two swapped; ASCII case set aside. */
  meant(word: string): string | undefined;
}

/** Takes time and memory by the letters of all words; then each question by the letters of one. */
export function slipIndex(known: Iterable<string>): SlipIndex {
  const whole = new Map<string, string>();
  const shortened = new Map<string, string>();
  for (const word of known) {
    whole.set(word.toLowerCase(), word);
    for (const shorter of withoutOne(word.toLowerCase())) shortened.set(shorter, word);
  }
  return {
    meant(word) {
      const lower = word.toLowerCase();
      if (lower.length > MOST_LETTERS || whole.has(lower)) return undefined;
      const near = [...withoutOne(lower), ...withTwoSwapped(lower)];
      return shortened.get(lower) ?? whole.get(near.find((other) => whole.has(other)) ?? '');
    },
  };
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
