/** Recognizes bodies of successful responses that are unlike a robots.txt as RFC 9309 §2.3 defines it. */
import type { BodyKind } from '../policy/outcome-table.ts';
import type { ReadBody } from './read-body.ts';

const lessThan = 0x3c; // <

/**
 * The kind of an unusual body. Undefined for an ordinary body: one that has the type `text/plain` or no type, and is
 * not empty, not HTML and not too large.
 */
export function bodyKindOf(
  { octets, isTruncated }: ReadBody,
  contentType: string | undefined,
): BodyKind | undefined {
  if (octets.byteLength === 0) return '2xx-empty';
  if (looksLikeMarkup(octets)) return '2xx-html';
  if (isTruncated) return '2xx-too-large';
  return contentType === undefined || TEXT_PLAIN.test(contentType) ? undefined : '2xx-wrong-type';
}

const TEXT_PLAIN = /^\s*text\/plain\s*(?:;|$)/i;

/** Every HTML or XML page begins with `<`; no line of robots.txt does. */
function looksLikeMarkup(octets: Uint8Array): boolean {
  let at = octets[0] === 0xef && octets[1] === 0xbb && octets[2] === 0xbf ? 3 : 0;
  while (octets[at] === 0x20 || (octets[at]! >= 0x09 && octets[at]! <= 0x0d)) at++;
  return octets[at] === lessThan;
}
