/** Numbers, names and lists in sentences. */

/** `1 URL`, `1,200 URLs`: a number with its noun, whose plural ends in `s`. */
export function countOf(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

const MAX_LENGTH = 60;

/** Shortens a name from a file for use in a sentence. Names of ordinary length are unchanged. */
export function shortName(name: string): string {
  return name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH - 1)}…` : name;
}

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

/** The size of a text in octets as a file. */
export function octetsOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The message about a part of the page that could not be loaded. The browser does not say why. */
export function notLoaded(what: string): string {
  return `${what} could not be loaded. Check the network connection, then reload the page.`;
}
