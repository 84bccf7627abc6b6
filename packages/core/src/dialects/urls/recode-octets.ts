/** Octets decoded whole and encoded again, as rep-cpp does it. */

import { LETTERS_AND_DIGITS, of } from '../engine/sets.ts';
import { decodeEscapes, encodeOctets } from './percent.ts';

const PATH = of(`${LETTERS_AND_DIGITS}-._~!$&'()*+,;=:@/`);
const QUERY = new Set([...PATH, ...of('?')]);

/** Every escape decoded, then everything encoded that the part may not hold raw. */
export function recode(binary: string, part: 'path' | 'query'): string {
  return encodeOctets(decodeEscapes(binary), part === 'path' ? PATH : QUERY);
}
