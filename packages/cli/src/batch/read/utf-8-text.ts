import { isUtf8 } from 'node:buffer';
import { BadRecord } from './bad-record.ts';

/**
 * The text of a line.
 *
 * @throws {BadRecord} If the line is not UTF-8.
 */
export function utf8Text(octets: Uint8Array): string {
  if (isUtf8(octets)) return Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString();
  throw new BadRecord('invalid-utf-8', 'The line is not UTF-8 (RFC 8259 §8.1)');
}
