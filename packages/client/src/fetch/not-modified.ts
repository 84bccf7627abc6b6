/** Determines which copy a 304 refers to (RFC 9111 §4.3.4), and which stored fields it renews (§3.2). */
import { parseCacheControl } from '../policy/cache-control.ts';

type Fields = Readonly<Record<string, string>>;

/**
 * Whether a 304 with these header fields refers to the copy. If the 304 has an ETag, only the ETag counts; otherwise,
 * its Last-Modified must equal the copy's. A 304 without validators refers to the validators that were sent.
 */
export function isSelected(copy: Fields, notModified: Fields): boolean {
  const { etag, 'last-modified': lastModified } = notModified;
  if (etag !== undefined) return copy['etag'] !== undefined && areAlike(copy['etag'], etag);
  return lastModified === undefined || lastModified === copy['last-modified'];
}

/**
 * Compares two ETags weakly (RFC 9110 §8.8.3.2). Although §4.3.4 requires equal strong validators, nginx sends `W/"1"`
 * with a compressed file and `"1"` with the 304 for the same version.
 */
function areAlike(held: string, came: string): boolean {
  return opaque(held) === opaque(came);
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag;
}

/** The stored fields after a 304. Fields of a 304 replace stored ones, except those that describe the stored body. */
export function renewedHeaders(held: Fields, notModified: Fields): Record<string, string> {
  // Age and Date describe only one response.
  const { age: _age, date: _date, ...kept } = held;
  const {
    'content-type': _type,
    'content-length': _length,
    'content-encoding': _coding,
    ...came
  } = notModified;
  if (!forbidsStoring(came) || forbidsStoring(held)) return { ...kept, ...came };
  // Jetty forbids with each 304 to store what its 200 permitted. The copy that it confirms is already stored.
  const { 'cache-control': _control, expires: _expires, ...rest } = came;
  return { ...kept, ...rest };
}

function forbidsStoring(fields: Fields): boolean {
  return parseCacheControl(fields['cache-control'] ?? '').has('no-store');
}
