/**
 * Converts text to UTF-8 and back, with the host's encoder and decoder. If the host has none (Jest's jsdom, QuickJS,
 * the JavaScript of databases), the conversion runs in JavaScript.
 */

const encoder = typeof TextEncoder === 'undefined' ? undefined : new TextEncoder();
const decoder =
  typeof TextDecoder === 'undefined'
    ? undefined
    : /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });
const strict =
  typeof TextDecoder === 'undefined'
    ? undefined
    : /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether the value is a `Uint8Array`. Also recognizes arrays of another realm, which `instanceof` does not. */
export function isOctets(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array || Object.prototype.toString.call(value) === '[object Uint8Array]';
}

/** The UTF-8 encoding of `text`. A lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  const short = text.length <= SHORT ? encodeAscii(text) : undefined;
  if (short) return short;
  if (encoder) return encoder.encode(text);
  const octets = new Uint8Array(text.length * 3);
  return octets.slice(0, encodeByHand(text, octets));
}

/** The length up to which encoding in JavaScript is faster than calling the host's encoder. */
const SHORT = 48;

/** The octets of ASCII text; `undefined` if the text is not ASCII. */
function encodeAscii(text: string): Uint8Array<ArrayBuffer> | undefined {
  const octets = new Uint8Array(text.length);
  for (let at = 0; at < octets.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return undefined;
    octets[at] = code;
  }
  return octets;
}

/**
 * Writes `text` as UTF-8 to the beginning of `octets`, which must have room for three octets per character. Returns the
 * length.
 */
export function encodeUtf8Into(text: string, octets: Uint8Array): number {
  return encoder ? encoder.encodeInto(text, octets).written : encodeByHand(text, octets);
}

/** The text of `octets`; ill-formed UTF-8 becomes U+FFFD. A byte order mark is kept. */
export function decodeUtf8(octets: Uint8Array): string {
  return decoder ? decoder.decode(octets) : decodeByHand(octets, () => '\uFFFD', illFormedLength);
}

/** Like {@link decodeUtf8}, but `illFormed` returns the text for each octet that is not part of a character. */
export function decodeUtf8With(octets: Uint8Array, illFormed: (octet: number) => string): string {
  try {
    if (strict) return strict.decode(octets);
  } catch {}
  return decodeByHand(octets, illFormed, () => 1);
}

/**
 * The offset of the first octet that is not UTF-8, or −1. Skips ASCII eight octets at a time, because nearly all files
 * are ASCII.
 */
export function firstIllFormed(octets: Uint8Array): number {
  const blocks = new DataView(octets.buffer, octets.byteOffset, octets.length);
  const last = octets.length - 7;
  for (let at = 0; ; ) {
    while (at < last && ((blocks.getInt32(at, true) | blocks.getInt32(at + 4, true)) & 0x80808080) === 0)
      at += 8;
    if (at >= octets.length) return -1;
    const length = characterLength(octets, at);
    if (length === 0) return at;
    at += length;
  }
}

/** The length in octets of the UTF-8 character at `at` (RFC 3629 §4, as in RFC 9309 §2.2); 0 if there is none. */
function characterLength(octets: Uint8Array, at: number): number {
  const first = octets[at] as number;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  const second = octets[at + 1] as number;
  // Excludes overlong forms, surrogates and code points past U+10FFFF.
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (!(second >= low && second <= high)) return 0;
  for (let next = at + 2; next < at + length; next++) {
    if (((octets[next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

/**
 * The number of octets at `at` that begin an incomplete character, at least one. The Encoding Standard (§4.1, UTF-8
 * decoder) replaces them with one U+FFFD.
 */
function illFormedLength(octets: Uint8Array, at: number): number {
  const [first = 0, second = 0, third = 0] = octets.subarray(at, at + 3);
  const completed = (...octetsOfPart: number[]): number =>
    characterLength(Uint8Array.of(...octetsOfPart, 0x80, 0x80), 0);
  if (completed(first, second, third) === 4) return 3;
  return completed(first, second) > 2 ? 2 : 1;
}

/** The leading bits of a character's first octet, by the number of octets that follow it. */
const FIRST_BITS = [0, 0xc0, 0xe0, 0xf0];

function encodeByHand(text: string, octets: Uint8Array): number {
  let to = 0;
  for (const character of text) {
    const read = character.codePointAt(0) as number;
    const code = read >= 0xd800 && read < 0xe000 ? 0xfffd : read;
    const following = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    octets[to++] = (FIRST_BITS[following] as number) | (code >> (6 * following));
    for (let left = following - 1; left >= 0; left--) octets[to++] = 0x80 | ((code >> (6 * left)) & 63);
  }
  return to;
}

function decodeByHand(
  octets: Uint8Array,
  illFormed: (octet: number) => string,
  lengthOf: (octets: Uint8Array, at: number) => number,
): string {
  let text = '';
  for (let at = 0; at < octets.length; ) {
    const length = characterLength(octets, at);
    const first = octets[at] as number;
    let code = length < 2 ? first : first & (0x7f >> length);
    for (let next = at + 1; next < at + length; next++) code = (code << 6) | ((octets[next] as number) & 63);
    text += length === 0 ? illFormed(first) : String.fromCodePoint(code);
    at += length || lengthOf(octets, at);
  }
  return text;
}
