/** Decodes and encodes escapes of a text as the facts specify. */

import { PERCENT } from '../../bytes/octet.ts';
import { percentEncode } from '../../bytes/text.ts';
import type { Recoding } from './facts.ts';

/** Recodes octets given as characters U+0000–U+00FF. The first pass decodes; the second encodes. Linear. */
export function recode(binary: string, facts: Recoding): string {
  return encoded(binary.includes('%') ? decoded(binary, facts) : binary, facts);
}

function decoded(binary: string, { decoded: set, upperCase }: Recoding): string {
  return binary.replace(ESCAPE, (found) => {
    const octet = Number.parseInt(found.slice(1), 16);
    if (set.has(octet)) return String.fromCharCode(octet);
    return upperCase ? found.toUpperCase() : found;
  });
}

const ESCAPE = /%[0-9A-Fa-f]{2}/g;

function encoded(binary: string, { encoded: set, encodesPercent }: Recoding): string {
  if (!needsEscape(binary, set)) return binary;
  return binary.replace(ESCAPE_OR_OCTET, (found) => {
    if (found.length === 3) return encodesPercent === 'all' ? `%25${found.slice(1)}` : found;
    if (found === '%') return encodesPercent === 'no' ? found : '%25';
    return set.has(found.charCodeAt(0)) ? percentEncode(found.charCodeAt(0)) : found;
  });
}

function needsEscape(binary: string, set: Recoding['encoded']): boolean {
  for (let at = 0; at < binary.length; at++) {
    const octet = binary.charCodeAt(at);
    if (octet === PERCENT || set.has(octet)) return true;
  }
  return false;
}

const ESCAPE_OR_OCTET = /%[0-9A-Fa-f]{2}|[^A-Za-z0-9]/g;
