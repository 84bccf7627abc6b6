/** Decodes the text of a Location field. */
import { isUtf8 } from 'node:buffer';

/**
 * A Location as the server wrote it. Node's HTTP parsers return each octet as a character. If the octets are valid
 * UTF-8, they are decoded as browsers do.
 */
export function locationText(value: string): string {
  if (!/[^\0-\x7f]/.test(value) || /[^\0-\xff]/.test(value)) return value;
  const octets = Buffer.from(value, 'latin1');
  return isUtf8(octets) ? octets.toString('utf8') : value;
}
