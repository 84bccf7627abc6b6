/**
 * The host functions that `structured-headers` needs: base64, and decoding of Display Strings (RFC 9651 §4.2.7,
 * §4.2.10).
 */
import { decodeUtf8, firstIllFormed } from '../../../../packages/core/src/bytes/utf-8.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Forgiving base64 decoding (https://infra.spec.whatwg.org/#forgiving-base64-decode). */
export function atob(text: string): string {
  let digits = text.replace(/[\t\n\f\r ]/g, '');
  if (digits.length % 4 === 0) digits = digits.replace(/={1,2}$/, '');
  if (digits.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(digits)) throw new Error('Invalid character');
  let octets = '';
  let bits = 0;
  let held = 0;
  for (const digit of digits) {
    bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    octets += String.fromCharCode((bits >> held) & 0xff);
  }
  return octets;
}

/** Equivalent to `new TextDecoder('utf-8', { fatal: true })`, the only form that is needed. */
export class TextDecoder {
  /** @throws {TypeError} If the octets are not UTF-8. */
  decode(octets: Uint8Array): string {
    if (firstIllFormed(octets) >= 0) throw new TypeError('The encoded data was not valid for encoding utf-8');
    const text = decodeUtf8(octets);
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }
}
