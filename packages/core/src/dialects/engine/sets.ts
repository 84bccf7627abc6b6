/** Sets that several dialects share: code points, octets, kinds of records. */
import type { CodePoints } from '../../bytes/code-points.ts';
import * as LineKind from '../../parse/line-kind.ts';
import { lineKindOf, recordKinds } from '../../parse/record-kind.ts';
import type { Recoding } from './facts.ts';

/** Every code point in the ranges, which include both ends. */
export function ranges(...pairs: readonly (readonly [first: number, last: number])[]): CodePoints {
  const set = new Set<number>();
  for (const [first, last] of pairs) for (let code = first; code <= last; code++) set.add(code);
  return set;
}

/** The code points of a text. */
export function of(characters: string): CodePoints {
  return new Set([...characters].map((character) => character.codePointAt(0) as number));
}

export function octetsExcept(kept: string): CodePoints {
  const set = new Set(ranges([0, 0xff]));
  for (const octet of of(kept)) set.delete(octet);
  return set;
}

export const NONE: CodePoints = new Set();
export const LF_ONLY: CodePoints = of('\n');
export const LF_AND_CR: CodePoints = of('\n\r');
/** The line ends of Python's `str.splitlines`. */
export const PYTHON_LINE_ENDS: CodePoints = of('\n\r\u000b\f\u001c\u001d\u001e\u0085\u2028\u2029');
/** `WS` in RFC 9309 §2.2. */
export const BLANK: CodePoints = of(' \t');
/** The characters of C's `isspace`. */
export const ASCII_SPACE: CodePoints = of(' \t\n\u000b\f\r');
/** The characters that Java's `String.trim` removes. */
export const UP_TO_SPACE: CodePoints = ranges([0, 0x20]);
/** The characters that Python's `str.strip` removes. */
export const PYTHON_SPACE: CodePoints = new Set([
  ...ranges([9, 13], [0x1c, 0x20], [0x2000, 0x200a]),
  ...of('\u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000'),
]);
/** The characters that JavaScript's `String.prototype.trim` removes. */
export const JAVASCRIPT_SPACE: CodePoints = new Set([
  ...ranges([9, 13], [0x20, 0x20], [0x2000, 0x200a]),
  ...of('\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'),
]);

export const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The unreserved characters of RFC 3986 §2.3. */
export const UNRESERVED: CodePoints = of(`${LETTERS_AND_DIGITS}-._~`);
export const ALL_BUT_SLASH: CodePoints = octetsExcept('/');
export const NON_ASCII: CodePoints = ranges([0x80, 0xff]);

/** Decodes the escapes of these octets, and encodes nothing. */
export function decoding(decoded: CodePoints, upperCase: boolean): Recoding {
  return { decoded, encoded: NONE, upperCase, encodesPercent: 'no' };
}

type Kinds = ReadonlySet<LineKind.Any>;
export const NO_KINDS: Kinds = new Set();
export const RULES: Kinds = new Set([LineKind.allow, LineKind.disallow]);
export const RULES_AND_DELAY: Kinds = new Set([...RULES, LineKind.crawlDelay]);
export const RULES_DELAY_AND_RATE: Kinds = new Set([...RULES_AND_DELAY, LineKind.requestRate]);
/** Every kind of record except a user-agent record. */
export const ANY_RECORD: Kinds = new Set(
  recordKinds.map(lineKindOf).filter((kind) => kind !== LineKind.userAgent),
);
