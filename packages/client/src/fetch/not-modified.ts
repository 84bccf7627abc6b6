/** Determines which copy a 304 refers to (RFC 9111 §4.3.4). */

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
