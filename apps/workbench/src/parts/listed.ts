/** Names that are listed. */
const MAX_NAMES = 6;

/** Product tokens in words, the first few if there are many; `everybody` stands for `*`. */
export function listed(tokens: readonly string[], everybody: string): string {
  const names = tokens.map((token) => (token === '*' ? everybody : token));
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}
