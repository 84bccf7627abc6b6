/** Converts octets of UTF-8, which the library counts, to UTF-16 code units, which the editor counts. */

/** Offsets of code units for offsets of octets. */
export type UnitOf = (octet: number) => number;

/** The mapping of one text. For a non-ASCII text, it takes four octets per octet; otherwise nothing. */
export function unitsOf(text: string): UnitOf {
  const octets = new TextEncoder().encode(text);
  if (octets.length === text.length) return (octet) => Math.min(octet, text.length);
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
  return (offset) => units[Math.min(offset, octets.length)] as number;
}
