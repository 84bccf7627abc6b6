/** The words for uses that an input may contain: this project's own words, and those of Content-Signal and AIPREF. */
import type { Use } from 'robots-exclusion/usage';

type Tables = Pick<typeof import('robots-exclusion/usage'), 'conventions' | 'uses'>;

/**
 * Maps each word to the use that it names. The caller passes the core's tables, so that queries without a use do not
 * load them.
 */
export function useWordsOf({ conventions, uses }: Tables): ReadonlyMap<string, Use> {
  const wordsOf = (convention: 'content-signal' | 'aipref') => conventions.get(convention)?.uses ?? [];
  return new Map([
    ...uses.map(({ name }) => [name, name] as const),
    ...wordsOf('content-signal'),
    ...wordsOf('aipref'),
  ]);
}
