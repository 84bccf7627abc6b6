/** The size of a text in octets as a file. */
export function octetsOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
