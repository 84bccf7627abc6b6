/** Words for the uses that a question can name: their own, and those of AIPREF and Content-Signal. */
import type { Use } from 'robots-exclusion/usage';

/** Each word and the use that it names. */
export const USE_WORDS = Object.freeze({
  search: 'search',
  'ai-training': 'ai-training',
  'ai-input': 'ai-input',
  'text-and-data-mining': 'text-and-data-mining',
  'ai-train': 'ai-training',
  'train-ai': 'ai-training',
  'ai-use': 'ai-input',
} as const satisfies Record<string, Use>);

/** A word of {@link USE_WORDS}. */
export type UseWord = keyof typeof USE_WORDS;

/** The use that a word names. */
export function useOf(word: UseWord | undefined): Use | undefined {
  return word === undefined ? undefined : USE_WORDS[word];
}
