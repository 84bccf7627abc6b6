/**
 * Escapes in quoted fields: nginx writes `\x22`; Apache writes `\"`, `\\`, `\n` and `\x22`; nginx writes `\u0022` in
 * JSON.
 */

const ESCAPE = /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|(.))/gs;

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
]);

/** Unescapes text. An unknown escape is left unchanged. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (whole, hex?: string, unit?: string, letter?: string) => {
    const code = hex ?? unit;
    return code === undefined
      ? (LETTERS.get(letter as string) ?? whole)
      : String.fromCharCode(parseInt(code, 16));
  });
}

/**
 * Finds the end of the quoted text that begins at `from`. `end` begins with the closing quote. Returns the index of the
 * first `end` whose quote is not escaped, or -1.
 */
export function endOfQuoted(line: string, end: string, from: number): number {
  for (let at = line.indexOf(end, from); at >= 0; at = line.indexOf(end, at + 1)) {
    let before = at;
    while (before > from && line.charCodeAt(before - 1) === 0x5c) before--;
    if ((at - before) % 2 === 0) return at;
  }
  return -1;
}

const NOT_ASCII = /[^\0-\x7f]/;
const OCTETS = /^[\0-\xff]*$/;
const encoder = new TextEncoder();
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The octets of the UTF-8 of a text, one character per octet. */
export function octetsOf(text: string): string {
  return NOT_ASCII.test(text)
    ? Array.from(encoder.encode(text), (octet) => String.fromCharCode(octet)).join('')
    : text;
}

/** The text whose UTF-8 these octets are, given as one character per octet. Other text is left unchanged. */
export function textOf(octets: string): string {
  if (!NOT_ASCII.test(octets) || !OCTETS.test(octets)) return octets;
  try {
    return utf8.decode(Uint8Array.from(octets, (character) => character.charCodeAt(0)));
  } catch {
    return octets;
  }
}
