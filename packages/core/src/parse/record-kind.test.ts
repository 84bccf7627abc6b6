import { describe, expect, it } from 'vitest';
import * as LineKind from './line-kind.ts';
import { fileKinds, groupKinds, lineKindOf, recordKindOf, recordKinds } from './record-kind.ts';

/** Converts a name such as `userAgent` to `user-agent`. */
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe('kinds of records', () => {
  it('have in the line table the numbers that code names', () => {
    const { comment, malformed, blank, BITS, MASK, ...named } = LineKind;
    expect(Object.entries(named).map(([, kind]) => recordKindOf(kind))).toEqual(
      Object.keys(named).map(kebab),
    );
    for (const kind of recordKinds) expect(recordKindOf(lineKindOf(kind))).toBe(kind);
    expect([comment, malformed].map(recordKindOf)).toEqual([undefined, undefined]);
  });

  it('fit into the bits of a row, below the kind of a blank line', () => {
    expect(LineKind.MASK).toBe(2 ** LineKind.BITS - 1);
    expect(lineKindOf(recordKinds.at(-1) ?? 'other')).toBeLessThan(LineKind.blank);
  });

  it('belong to the file or to a group, never to both', () => {
    expect([...fileKinds].filter((kind) => groupKinds.has(kind))).toEqual([]);
  });
});
