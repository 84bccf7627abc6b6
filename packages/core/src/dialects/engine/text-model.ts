/** Converts octets to text as each implementation decodes them, and back. */
import { decodeUtf8, decodeUtf8With, encodeUtf8 } from '../../bytes/utf-8.ts';

/** How ill-formed UTF-8 is decoded. `octets` does not decode UTF-8, but uses characters U+0000–U+00FF. */
export type TextModel =
  | 'octets'
  /** The file is decoded like `octets`, but URLs and names of callers are text. */
  | 'latin-1'
  /** Each maximal part of ill-formed UTF-8 becomes one U+FFFD. */
  | 'utf-8'
  /** Like `utf-8`, but a surrogate encoded in UTF-8 is one maximal part, as in Java. */
  | 'utf-8-java'
  /** Each ill-formed octet becomes one U+FFFD. */
  | 'utf-8-each-octet'
  /** Each ill-formed octet becomes one of U+DC80–U+DCFF, so no information is lost. */
  | 'utf-8-surrogates';

/** Converts octets to characters U+0000–U+00FF. */
export function binaryOf(octets: Uint8Array, start: number, end: number): string {
  if (end - start > SHORT) {
    const ascii = decodeUtf8(octets.subarray(start, end));
    if (isAsciiText(ascii)) return ascii;
  }
  let text = '';
  for (let at = start; at < end; at += CHUNK) {
    text += String.fromCharCode(...octets.subarray(at, Math.min(end, at + CHUNK)));
  }
  return text;
}

const CHUNK = 0x2000;
/** The number of octets above which the platform's decoder is faster. */
const SHORT = 64;

/** Converts characters U+0000–U+00FF to octets. */
export function octetsOfBinary(binary: string): Uint8Array {
  const octets = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) octets[at] = binary.charCodeAt(at);
  return octets;
}

export function decodeAs(model: TextModel, octets: Uint8Array, start: number, end: number): string {
  if (model === 'octets' || model === 'latin-1') return binaryOf(octets, start, end);
  const part = octets.subarray(start, end);
  if (model === 'utf-8') return decodeUtf8(part);
  if (model === 'utf-8-java') return decodeUtf8(withShortSurrogates(part));
  const keepsOctets = model === 'utf-8-surrogates';
  return decodeUtf8With(part, (octet) => (keepsOctets ? String.fromCharCode(0xdc00 + octet) : '\ufffd'));
}

/** Replaces each surrogate, complete or truncated, with one octet that never occurs in UTF-8. */
function withShortSurrogates(octets: Uint8Array): Uint8Array {
  const binary = binaryOf(octets, 0, octets.length);
  return SURROGATE.test(binary) ? octetsOfBinary(binary.replace(SURROGATES, '\xff')) : octets;
}

const SURROGATE = /\xed[\xa0-\xbf]/;
const SURROGATES = /\xed[\xa0-\xbf][\x80-\xbf]?/g;

/**
 * Replaces unpaired surrogates as Java's UTF-16 decoder does: a high surrogate takes the next unit with it, even half a
 * unit at the end.
 */
export function withoutHalfPairs(text: string, endsWithinUnit: boolean): string {
  const whole = text.replace(HALF_PAIRS, (_, pair?: string) => pair ?? '\ufffd');
  return endsWithinUnit && !/[\ud800-\udbff]$/.test(text) ? `${whole}\ufffd` : whole;
}

const HALF_PAIRS = /([\ud800-\udbff][\udc00-\udfff])|[\ud800-\udbff][\s\S]?|[\udc00-\udfff]/g;

/** Converts a text to the model: it stays unchanged, or becomes its UTF-8 octets as characters. */
export function textAs(model: TextModel, text: string): string {
  return model === 'octets' && !isAsciiText(text) ? utf8Binary(text) : text;
}

/** The UTF-8 of a text, as characters U+0000–U+00FF. U+DC80–U+DCFF stand for single octets. */
export function utf8Binary(text: string): string {
  if (isAsciiText(text)) return text;
  let binary = '';
  for (const part of text.split(LONE_OCTET)) {
    const unit = part.length === 1 ? part.charCodeAt(0) : 0;
    if (unit >= 0xdc80 && unit <= 0xdcff) binary += String.fromCharCode(unit - 0xdc00);
    else {
      const octets = encodeUtf8(part);
      binary += binaryOf(octets, 0, octets.length);
    }
  }
  return binary;
}

/** Decodes octets, given as characters U+0000–U+00FF, with a model. */
export function decodeBinary(model: TextModel, binary: string): string {
  if (isAsciiText(binary)) return binary;
  const octets = octetsOfBinary(binary);
  return decodeAs(model, octets, 0, octets.length);
}

/** Whether the text is ASCII, which is the same in every model. */
export function isAsciiText(text: string): boolean {
  return !HAS_NON_ASCII.test(text);
}

const HAS_NON_ASCII = /[^\u0000-\u007f]/;
const LONE_OCTET = /((?<![\ud800-\udbff])[\udc80-\udcff])/;
