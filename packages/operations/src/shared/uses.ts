/** Words for the uses that a question can name: their own, and those of Content-Signal and AIPREF. */
import type { Use } from 'robots-exclusion/usage';

type Tables = Pick<typeof import('robots-exclusion/usage'), 'conventions' | 'uses'>;

/** Each word and the use that it names. Core's tables are handed in: who asks about no use does not load them. */
export function useWordsOf({ conventions, uses }: Tables): ReadonlyMap<string, Use> {
  const wordsOf = (convention: 'content-signal' | 'aipref') => conventions.get(convention)?.uses ?? [];
  return new Map([
    ...uses.map(({ name }) => [name, name] as const),
    ...wordsOf('content-signal'),
    ...wordsOf('aipref'),
  ]);
}
