/** Describes a successful body that is not a robots.txt as in RFC 9309 §2.3. */
import type { BodyKind } from '../policy/outcome-table.ts';
import type { ReadBody } from './read-body.ts';

const lessThan = 0x3c; // <
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Undefined for a body of `text/plain`, or without a type, that is neither empty nor HTML nor too large. */
export function bodyKindOf(
  { octets, isTruncated }: ReadBody,
  contentType: string | undefined,
): BodyKind | undefined {
  if (octets.byteLength === 0) return '2xx-empty';
  if (looksLikeMarkup(octets)) return '2xx-html';
  if (isTruncated) return '2xx-too-large';
  const mediaType = (contentType ?? 'text/plain').split(';', 1)[0]!.trim().toLowerCase();
  return mediaType === 'text/plain' ? undefined : '2xx-wrong-type';
}

/** No record begins with `<`; every HTML or XML page does. */
function looksLikeMarkup(octets: Uint8Array): boolean {
  let at = byteOrderMark.every((octet, index) => octets[index] === octet) ? byteOrderMark.length : 0;
  while (octets[at] === 0x20 || (octets[at]! >= 0x09 && octets[at]! <= 0x0d)) at++;
  return octets[at] === lessThan;
}
