import { expect, it } from 'vitest';
import type { Recoding } from './facts.ts';
import { recode } from './pattern.ts';
import { NON_ASCII, NONE, of, UNRESERVED } from './sets.ts';

const NOTHING = { decoded: NONE, encoded: NONE, upperCase: false, encodesPercent: 'no' } as const;

it.each([
  ['nothing', NOTHING, '%41%c3%zz é', '%41%c3%zz é'],
  ['decodes some escapes', { ...NOTHING, decoded: UNRESERVED }, '%41%2f%7E', 'A%2f~'],
  ['decodes once', { ...NOTHING, decoded: of('%') }, '%2541', '%41'],
  [
    'writes other escapes in upper case',
    { ...NOTHING, decoded: UNRESERVED, upperCase: true },
    '%61%2f',
    'a%2F',
  ],
  ['escapes some octets', { ...NOTHING, encoded: NON_ASCII }, 'aé /', 'a%E9 /'],
  ['escapes a space', { ...NOTHING, encoded: of(' ') }, 'é /', 'é%20/'],
  ['escapes a % that begins no escape', { ...NOTHING, encodesPercent: 'stray' }, '%41%4%', '%41%254%25'],
  ['escapes every %', { ...NOTHING, encodesPercent: 'all' }, '%41%4%', '%2541%254%25'],
  ['escapes a % that it decoded', { ...NOTHING, decoded: of('%'), encodesPercent: 'stray' }, '%25', '%25'],
] as const)('a normalizer that does %s', (_, facts, text, expected) => {
  expect(recode(text, facts as Recoding)).toBe(expected);
});
