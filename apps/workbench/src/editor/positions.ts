/** Converts octets of UTF-8, which the library counts, to UTF-16 code units, which the editor counts. */

export interface Units {
  readonly octets: number;
  /**
   * Converts the offset of an octet to the offset of a code unit. An offset beyond the end becomes the end of the text.
   */
  unitOf(octet: number): number;
}

/**
 * Creates the mapping. For non-ASCII text, the mapping takes four octets of memory per octet of text; for ASCII text,
 * none.
 */
export function unitsOf(text: string): Units {
  const octets = new TextEncoder().encode(text);
  if (octets.length === text.length)
    return { octets: octets.length, unitOf: (octet) => Math.min(octet, text.length) };
  const units = new Uint32Array(octets.length + 1);
  let octet = 0;
  for (let unit = 0; unit < text.length; ) {
    const code = text.codePointAt(unit) as number;
    const length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    units.fill(unit, octet, octet + length);
    octet += length;
    unit += code < 0x10000 ? 1 : 2;
  }
  units.fill(text.length, octet);
  return {
    octets: octets.length,
    unitOf: (offset) => units[Math.min(offset, octets.length)] as number,
  };
}
