/** Words for uses in a question: our own, and those of Content-Signal and AIPREF. */
import type { Use } from 'robots-exclusion/usage';

type Tables = Pick<typeof import('robots-exclusion/usage'), 'conventions' | 'uses'>;

/** Each word with the use that it names. Core's tables are passed in, so questions without a use do not load them. */
export function useWordsOf({ conventions, uses }: Tables): ReadonlyMap<string, Use> {
  const wordsOf = (convention: 'content-signal' | 'aipref') => conventions.get(convention)?.uses ?? [];
  return new Map([
    ...uses.map(({ name }) => [name, name] as const),
    ...wordsOf('content-signal'),
    ...wordsOf('aipref'),
  ]);
}
