/** Conditional requests (RFC 9111 §4.3.1). Validators belong to the URL whose response contained them. Pure. */
import type { GoodCopy } from '../policy/origin-record.ts';

/**
 * Matches validators that may be sent back to the server. They have no control characters, and at most 1024 octets,
 * which suffices for any legitimate validator.
 */
const sendable = /^[\x20-\x7e\x80-\xff]{1,1024}$/;

/** The request fields that validate the copy; none if the copy came from another URL. */
export function validatorsFor(url: string, copy: GoodCopy | undefined): Record<string, string> {
  if (copy === undefined || copy.finalUrl !== url) return {};
  const { etag, 'last-modified': lastModified } = copy.headers;
  return {
    ...(etag !== undefined && sendable.test(etag) ? { 'if-none-match': etag } : {}),
    ...(lastModified !== undefined && sendable.test(lastModified)
      ? { 'if-modified-since': lastModified }
      : {}),
  };
}

/** Whether the server may answer the request with 304. */
export function isConditional(headers: Readonly<Record<string, string>>): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
}
