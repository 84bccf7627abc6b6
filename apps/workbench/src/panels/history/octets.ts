/** How many octets a text is as a file. */
export function octetsOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
