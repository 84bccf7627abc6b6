/** The text of a Location. */
import { isUtf8 } from 'node:buffer';

/**
 * A Location as its server wrote it. Node's readers of HTTP give each octet as a character; where the octets are UTF-8, as
 * browsers take them, they are decoded.
 */
export function locationText(value: string): string {
  if (!/[^\0-\x7f]/.test(value) || /[^\0-\xff]/.test(value)) return value;
  const octets = Buffer.from(value, 'latin1');
  return isUtf8(octets) ? octets.toString('utf8') : value;
}
