/**
 * Reads a pattern according to a dialect's facts: normalizes it, splits it at its stars, and computes the length that
 * ranks it.
 */

import { PERCENT } from '../../bytes/octet.ts';
import { percentEncode } from '../../bytes/text.ts';
import { firstQuestion, foldedForm, plainForm } from '../../patterns/normalise.ts';
import type { DialectFacts, MatchingFacts, Normaliser, NormalisingFacts, Recoding } from './facts.ts';
import {
  binaryOf,
  decodeBinary,
  isAsciiText,
  octetsOfBinary,
  type TextModel,
  utf8Binary,
} from './text-model.ts';

/** One form of a pattern: the texts between its stars, and whether it must match to the end of the target. */
export interface PatternForm {
  readonly segments: readonly string[];
  readonly isAnchored: boolean;
}

/** A pattern that can match. */
export interface FactPattern {
  /** The pattern in the form used for comparison. */
  readonly text: string;
  /** A target matches if one of these forms matches the target's form at the same index. */
  readonly forms: readonly PatternForm[];
  /** The length that ranks the pattern, in the dialect's units. */
  readonly length: number;
}

/** The pattern that a dialect reads from `value`. */
export function factPattern(value: string, facts: DialectFacts, weight?: number): FactPattern {
  const { normalising, matching, precedence } = facts;
  if (normalising.pattern === 'rfc9309')
    return rfc9309Pattern(octetsOf(value, normalising.text), matching, weight);
  const text = normalised(value, normalising.pattern, normalising.text);
  return { text, forms: formsOf(text, matching), length: weight ?? lengthOf(text, precedence.length) };
}

/** The forms of a target that patterns are compared with. */
export function targetForms(path: string, { text, target }: NormalisingFacts): readonly string[] {
  if (target !== 'rfc9309') return [normalised(path, target, text)];
  const octets = octetsOf(path, text);
  const folded = binary(foldedForm(octets, 0, octets.length, firstQuestion(octets, 0, octets.length)));
  const plain = binary(plainForm(octets, 0, octets.length));
  return folded === plain ? [folded] : [folded, plain];
}

/** A pattern of the same dialect with another, already normalized text. */
export function withText(text: string, { matching, precedence }: DialectFacts): FactPattern {
  return { text, forms: formsOf(text, matching), length: lengthOf(text, precedence.length) };
}

function normalised(text: string, normaliser: Normaliser, model: TextModel): string {
  if (normaliser === 'none' || normaliser === 'rfc9309') return text;
  if ('run' in normaliser) return normaliser.run(text);
  if (model === 'octets') return recode(text, normaliser);
  return decodeBinary(model, recode(utf8Binary(text), normaliser));
}

/** Splits at wildcards before normalizing, because an escaped star becomes a literal star in normalization. */
function rfc9309Pattern(octets: Uint8Array, matching: MatchingFacts, weight?: number): FactPattern {
  const raw = binary(octets);
  const { segments, isAnchored } = cutAtWildcards(raw, matching);
  const end = segments.reduce((sum, { length }) => sum + length + 1, -1);
  const question = firstQuestion(octets, 0, end);
  const folded: string[] = [];
  const plain: string[] = [];
  let at = 0;
  for (const { length } of segments) {
    folded.push(binary(foldedForm(octets, at, at + length, question)));
    plain.push(binary(plainForm(octets, at, at + length)));
    at += length + 1;
  }
  const whole = (parts: readonly string[]): string => parts.join('*') + raw.slice(end);
  return {
    text: whole(plain),
    forms: [
      { segments: folded, isAnchored },
      { segments: plain, isAnchored },
    ],
    length: weight ?? whole(folded).length,
  };
}

function formsOf(text: string, matching: MatchingFacts): readonly PatternForm[] {
  return [cutAtWildcards(text, matching)];
}

/** Splits a pattern at its wildcards, before or after normalization. */
function cutAtWildcards(text: string, { stars, dollar }: MatchingFacts): PatternForm {
  if (stars === 'prefix') return { segments: [text], isAnchored: false };
  const end = dollarAt(text, dollar);
  const isAnchored = end >= 0 && !(dollar === 'last-but-not-after-star' && text[end - 1] === '*');
  const segments = (end < 0 ? text : text.slice(0, end)).split('*');
  return { segments, isAnchored };
}

function dollarAt(text: string, dollar: MatchingFacts['dollar']): number {
  if (dollar === 'anywhere') return text.indexOf('$');
  return text.endsWith('$') ? text.length - 1 : -1;
}

export function lengthOf(text: string, unit: DialectFacts['precedence']['length']): number {
  if (unit === 'code-points') return isAsciiText(text) ? text.length : [...text].length;
  if (unit === 'without-wildcards') return text.replace(/\$$/, '').replaceAll('*', '').length;
  return unit === 'utf-8' ? utf8Binary(text).length : text.length;
}

function octetsOf(text: string, model: TextModel): Uint8Array {
  return octetsOfBinary(model === 'octets' ? text : utf8Binary(text));
}

function binary(octets: Uint8Array): string {
  return binaryOf(octets, 0, octets.length);
}

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
