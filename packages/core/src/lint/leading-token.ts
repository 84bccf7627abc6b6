/** The letters, hyphens and underscores at the beginning of a value. RFC 9309 calls them a product token. */
export function leadingToken(value: string): string {
  return /^[A-Za-z_-]*/.exec(value)?.[0] ?? '';
}
