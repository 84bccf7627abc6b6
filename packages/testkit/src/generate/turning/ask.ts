/** Parts that all small questions share: a site, and text that some parser treats as white space or as a line end. */
import fc from 'fast-check';
import type { Question } from '../arbitrary-robots.ts';

/** Text that some parser treats as white space or as a line end. */
const SPACES = [
  ...[' ', '\t', '\u000b', '\f', '\r', '\n', '\r\n', '\u001c', '\u001d', '\u001e', '\u001f', '\u0000'],
  ...['\u0001', '\u0085', '\u00a0', '\u1680', '\u2000', '\u2007', '\u2028', '\u2029', '\u202f', '\u3000'],
  ...['\ufeff', '\u200e'],
];
export const space = fc.constantFrom(...SPACES);
export const end = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('\n', '\n', '\r\n', '\r') }, space);
export const SITE = 'https://example.com';

const encoder = new TextEncoder();
export const ask = (text: string, token: string, target: string): Question => ({
  body: encoder.encode(text),
  tokens: [token],
  target,
});
