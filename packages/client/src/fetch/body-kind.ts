/** Recognizes bodies of successful responses that are unlike a robots.txt as RFC 9309 §2.3 defines it. */
import type { BodyKind } from '../policy/outcome-table.ts';
import { FetchFailure } from './fetch-failure.ts';
import type { ReadBody } from './read-body.ts';
import type { HopResponse } from './send-hop.ts';

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

/**
 * Rejects bodies that must not be read as rules despite a successful status.
 *
 * @throws {FetchFailure} If the body is only part of the file, or has a transfer coding other than `chunked`.
 */
export function requireWholeFile({
  status,
  headers,
}: Readonly<Pick<HopResponse, 'status' | 'headers'>>): void {
  // The request did not ask for a range, so a 206 is incomplete unless it contains the whole file (RFC 9110 §15.3.7).
  if (status === 206 && !isWholeRange(headers)) {
    throw new FetchFailure('broken-body', 'HTTP_206', 'Status 206 returned only a part of the file');
  }
  // Transports remove one `chunked`. Without a TE field in the request, the response may use no other coding (RFC 9112
  // §7.4), and `identity` is no longer a transfer coding.
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    const message = `Cannot decode the body: transfer coding "${coding.slice(0, 40)}" was not requested`;
    throw new FetchFailure('broken-body', 'ERR_ROBOTS_CODING', message);
  }
}

/**
 * Whether a 206 contains the whole file. A body with several ranges (`multipart/byteranges`) is not supported, because
 * it is not the file itself.
 */
function isWholeRange(headers: HopResponse['headers']): boolean {
  if (/^multipart\/byteranges\b/i.test(headers['content-type'] ?? '')) return false;
  const contentRange = headers['content-range'];
  if (contentRange === undefined) return true;
  const [, first, last, length] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange) ?? [];
  return first === '0' && Number(last) + 1 === Number(length);
}
