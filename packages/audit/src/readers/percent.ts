/** Header fields that a log percent-encodes. */
import { textOf } from './escapes.ts';

/** CloudFront, Akamai and others percent-encode the header; clients send blanks. */
export function isPercentEncoded(text: string): boolean {
  return !text.includes(' ') && /%(?:20|28|3B)/i.test(text);
}

/** A header field that was percent-encoded; some logs do it twice. */
export function decodedHeader(text: string): string {
  const once = percentDecoded(text);
  return /%(?:20|2[0-9A-F])/.test(once) ? percentDecoded(once) : once;
}

function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  return textOf(
    text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  );
}
