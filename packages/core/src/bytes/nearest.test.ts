import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostEdits, nearest, nearestWords } from './nearest.ts';

const NAMES = ['disallow', 'allow', 'sitemap', 'user-agent'];

describe('the nearest known word', () => {
  it.each([
    ['disalow', 'disallow'],
    ['DISALLW', 'disallow'],
    ['dissallow', 'disallow'],
    ['idsallow', 'disallow'],
    ['alow', 'allow'],
    ['useragent', 'user-agent'],
    ['site-map', 'sitemap'],
    ['frobnicate', undefined],
    ['', undefined],
    ['d'.repeat(1000), undefined],
  ])('of %s is %s', (word, expected) => {
    expect(nearest(word, NAMES, 2)).toBe(expected);
  });

  it('is at the distance of the definition: insert, delete, replace, swap neighbors', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'B'), maxLength: 5 });
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 5 }), fc.nat(4), (sought, known, most) => {
        const edits = known.map((each) => distance(sought.toLowerCase(), each.toLowerCase()));
        const fewest = Math.min(...edits);
        const expected = fewest > most ? [] : known.filter((_, at) => edits[at] === fewest);
        expect(nearestWords(sought, known, most)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [64, ['a'.repeat(64)]],
    [65, []],
  ])('is sought for words of up to 64 characters: %i', (length, expected) => {
    expect(nearestWords('a'.repeat(length), ['a'.repeat(length)])).toEqual(expected);
  });

  it.each([
    ['abcde', 1],
    ['abcdef', 2],
    ['abcdeBot', 1],
    ['botabc', 2],
    ['abbotbot', 1],
  ])('of %s is within %i edits', (word, edits) => {
    expect(mostEdits(word)).toBe(edits);
  });
});

/** Optimal string alignment distance, computed from its definition. */
function distance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  const ways = [
    distance(restA, restB) + Number(a[0] !== b[0]),
    distance(restA, b) + 1,
    distance(a, restB) + 1,
  ];
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0])
    ways.push(distance(a.slice(2), b.slice(2)) + 1);
  return Math.min(...ways);
}
