/** Splits octets into lines for display. */

const decoder = new TextDecoder();

/** The lines without their line ends. Octets that are not valid UTF-8 become U+FFFD. */
export function textLines(octets: Uint8Array): string[] {
  const lines = decoder.decode(octets).split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
