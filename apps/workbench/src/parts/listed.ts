/** Limit on the listed names. */
const MAX_NAMES = 6;

/**
 * Lists product tokens in words; only the first few if there are many. `everybody` replaces `*`. `unnamed` is the
 * number of further crawlers that `tokens` does not contain.
 */
export function listed(tokens: readonly string[], everybody: string, unnamed = 0): string {
  const names = tokens.map((token) => (token === '*' ? everybody : token));
  const shown = names.slice(0, MAX_NAMES).join(', ');
  const more = Math.max(0, names.length - MAX_NAMES) + unnamed;
  return more === 0 ? shown : [shown, `${more} more`].filter(Boolean).join(' and ');
}
