/** Facts about the whole file. */
import { sitemaps } from 'robots-exclusion/records';
import { prepared } from '../drafts.ts';
import type { DraftFacts, DraftQuestion } from '../protocol.ts';

const MAX_TOKENS = 200;
const MAX_SITEMAPS = 1000;

export function facts({ draft }: DraftQuestion): DraftFacts {
  const { document } = prepared(draft);
  const tokens = new Map<string, string>();
  let rules = 0;
  for (const group of document.groups) {
    rules += group.rules.length;
    for (const token of group.productTokens) {
      const key = token.toLowerCase();
      if (token !== '' && token !== '*' && !tokens.has(key)) tokens.set(key, token);
    }
  }
  const named = sitemaps(document);
  return {
    octets: document.octets.length,
    isTruncated: document.isTruncated,
    rules,
    productTokens: [...tokens.values()].slice(0, MAX_TOKENS),
    productTokensOmitted: Math.max(0, tokens.size - MAX_TOKENS),
    sitemaps: named.slice(0, MAX_SITEMAPS).map(({ url }) => url),
    sitemapsOmitted: Math.max(0, named.length - MAX_SITEMAPS),
  };
}
