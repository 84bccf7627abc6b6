/** A path pattern of an allow or disallow record, prepared for comparison (RFC 9309 §2.2.2, §2.2.3). */
import { DOLLAR, isControl, SLASH, STAR } from '../bytes/octet.ts';
import { areSameOctets } from '../bytes/same-octets.ts';
import { textOf } from '../bytes/text.ts';
import { firstQuestion, foldedForm, plainForm } from './normalise.ts';

/** A pattern split at its stars. A target matches if it matches in either form. */
export interface Pattern {
  /** The segments between the stars, in the folded form. There is one more segment than stars. */
  readonly folded: readonly Uint8Array[];
  /** The segments in the plain form; the same array if the forms are equal. */
  readonly plain: readonly Uint8Array[];
  /** Whether the pattern has a final `$`, so that the match must end at the end of the target. */
  readonly isAnchored: boolean;
  /** Specificity: the number of octets in the folded form, including every `*` and a final `$`. */
  readonly octets: number;
}

/**
 * The pattern from `start` to `end`; `undefined` if it cannot match: it is empty, does not begin with `/` or `*`, or
 * contains a control octet.
 */
export function parsePattern(octets: Uint8Array, start: number, end: number): Pattern | undefined {
  if (!isMatchable(octets, start, end)) return undefined;
  const isAnchored = octets[end - 1] === DOLLAR;
  const bodyEnd = isAnchored ? end - 1 : end;
  const question = firstQuestion(octets, start, bodyEnd);
  const folded: Uint8Array[] = [];
  const plain: Uint8Array[] = [];
  let length = isAnchored ? 1 : 0;
  for (let at = start; at <= bodyEnd; ) {
    const segmentEnd = endOfSegment(octets, at, bodyEnd);
    const segment = foldedForm(octets, at, segmentEnd, question);
    folded.push(segment);
    plain.push(plainForm(octets, at, segmentEnd));
    length += segment.length + (segmentEnd < bodyEnd ? 1 : 0);
    at = segmentEnd + 1;
  }
  return { folded, plain: areEqual(folded, plain) ? folded : plain, isAnchored, octets: length };
}

export function patternText({ plain, isAnchored }: Pattern): string {
  return plain.map((segment) => textOf(segment, 0, segment.length)).join('*') + (isAnchored ? '$' : '');
}

/** Whether a pattern can match: it begins with `/` or `*` and has no control octet. */
export function isMatchable(octets: Uint8Array, start: number, end: number): boolean {
  if (start >= end || (octets[start] !== SLASH && octets[start] !== STAR)) return false;
  for (let at = start; at < end; at++) {
    if (isControl(octets[at] as number)) return false;
  }
  return true;
}

function areEqual(folded: readonly Uint8Array[], plain: readonly Uint8Array[]): boolean {
  return folded.every((segment, index) => areSameOctets(segment, plain[index] as Uint8Array));
}

function endOfSegment(octets: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && octets[at] !== STAR) at++;
  return at;
}
