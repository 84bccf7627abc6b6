import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, cutMiddle, pad, widthOf } from './columns.ts';

describe('columns', () => {
  it.each([
    ['abc', 3],
    ['写真', 4],
    ['e\u0301', 1],
    ['🎈', 2],
  ])('%s takes %i', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  it('fills up, and cuts', () => {
    expect(pad('写', 4)).toBe('写  ');
    expect(cut('Disallow: /a', 8)).toBe('Disallo…');
    expect(cutMiddle('/aaaaaaaaaaaaaaaaaaaa/last', 12)).toBe('/aaaaaaa…ast');
  });

  it('never goes beyond', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 4, max: 40 }), (text, columns) => {
        expect(widthOf(cut(text, columns))).toBeLessThanOrEqual(columns);
        expect(widthOf(cutMiddle(text, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
