/** The header fields of a request. The same for every origin and every hop, but for the validators of a kept copy. */
import type { GoodCopy } from '../policy/origin-record.ts';
import { acceptEncoding } from './decode.ts';

/** Why a request is made. */
export interface RequestPurpose {
  userAgent: string;
  /** The copy at hand; left out, the request is unconditional. */
  copy?: GoodCopy | undefined;
  /** The file is to come anew: caches on the way are to ask the origin, and no validator lets it say "as before". */
  isReload: boolean;
}

/** A field value that may be sent back: no controls, and no longer than any honest validator. */
const sendable = /^[\x20-\x7e\x80-\xff]{1,1024}$/;

/** Header fields for one hop; no credentials, no cookies, no referrer. */
export function requestHeaders(
  url: string,
  { userAgent, copy, isReload }: RequestPurpose,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: 'text/plain, text/*;q=0.9, */*;q=0.1',
    'accept-encoding': acceptEncoding,
    ...(isReload ? { 'cache-control': 'no-cache' } : {}),
    ...(copy?.finalUrl === url && !isReload ? validators(copy) : {}),
  };
}

/** RFC 9111 §4.3.1. Validators belong to the URL whose answer brought them, which a redirect may have changed. */
function validators({ headers }: GoodCopy): Record<string, string> {
  const { etag, 'last-modified': lastModified } = headers;
  return {
    ...(etag !== undefined && sendable.test(etag) ? { 'if-none-match': etag } : {}),
    ...(lastModified !== undefined && sendable.test(lastModified)
      ? { 'if-modified-since': lastModified }
      : {}),
  };
}

/** Whether the request could be answered with 304. */
export function isConditional(headers: Readonly<Record<string, string>>): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
}
