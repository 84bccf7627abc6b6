/** Decodes all escapes and encodes octets again, as rep-cpp does. */

import { LETTERS_AND_DIGITS, of } from '../engine/sets.ts';
import { decodeEscapes, encodeOctets } from './percent.ts';

const PATH = of(`${LETTERS_AND_DIGITS}-._~!$&'()*+,;=:@/`);
const QUERY = new Set([...PATH, ...of('?')]);

/** Decodes every escape, then encodes every octet that must not be raw in this part. */
export function recode(binary: string, part: 'path' | 'query'): string {
  return encodeOctets(decodeEscapes(binary), part === 'path' ? PATH : QUERY);
}
