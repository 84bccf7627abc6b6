/** Checks that a body is the complete file, without a transfer coding that was not requested. */
import { FetchFailure } from './fetch-failure.ts';
import type { HopResponse } from './send-hop.ts';

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
