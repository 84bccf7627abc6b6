/** Digests of blocks (`WARC-Block-Digest`, ISO 28500 §5.8). */
import { createHash } from 'node:crypto';
import { fieldsOf } from './record-head.ts';
import type { WarcRecord } from './record-splitter.ts';

const DIGEST = /^(sha|md)-?(1|256|512|5):([0-9a-z]+)=*$/i;

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Whether a record has another block than its header states. Blocks whose checksum was already compared are not hashed.
 * Payload digests are not compared: programs disagree whether they include the transfer coding.
 */
export function isAltered({ head, block, isCut, isUnchecked }: WarcRecord): boolean {
  if (!isUnchecked || isCut) return false;
  const stated = fieldsOf(head.octets).get('warc-block-digest') ?? '';
  const [, family, size, value = ''] = DIGEST.exec(stated.trim()) ?? [];
  if (family === undefined) return false;
  const octets = createHash(`${family}${size}`.toLowerCase()).update(block).digest();
  const forms = [octets.toString('hex'), base32(octets)];
  return forms.some(({ length }) => length === value.length) && !forms.includes(value.toLowerCase());
}

function base32(octets: Buffer): string {
  const bits = Array.from(octets, (octet) => octet.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
