import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortUnstably } from './rules.ts';

/** The positions of the items in the sorted order. */
const sortedPlaces = (keys: readonly number[]): readonly number[] =>
  sortUnstably(
    keys.map((key, place) => ({ key, place })),
    (a, b) => a.key - b.key,
  ).map(({ place }) => place);

const keysOf = (length: number, key: (place: number) => number): readonly number[] =>
  Array.from({ length }, (_, place) => key(place));

describe('the unstable sort', () => {
  it.each([
    ['16 items', keysOf(16, (place) => place % 2), '0 2 4 6 8 10 12 14 1 3 5 7 9 11 13 15'],
    ['17 equal items', keysOf(17, () => 0), '8 16 15 14 13 12 11 10 9 0 7 6 5 4 3 2 1'],
    [
      '20 items of three keys',
      keysOf(20, (place) => place % 3),
      '18 3 15 6 12 9 0 10 19 16 13 7 4 1 11 8 14 5 17 2',
    ],
    [
      '33 items of five keys',
      keysOf(33, (place) => (place * 7) % 5),
      '0 15 20 30 5 10 25 18 13 23 8 28 3 26 21 31 1 16 11 6 19 14 24 9 29 4 17 12 22 7 27 2 32',
    ],
    [
      '70 items of six keys',
      keysOf(70, (place) => (place * place) % 11),
      '0 33 66 44 22 11 55 1 34 32 43 45 23 21 54 67 12 10 65 56 27 38 39 5 6 28 49 50 61 60 17 16 46 64 53 57 68 35 42 24 13 9 20 31 2 40 29 26 4 48 7 59 51 37 18 15 62 8 63 69 3 58 14 19 52 25 47 30 36 41',
    ],
  ])('leaves %s in the order of GNU’s std::sort', (_, keys, expected) => {
    expect(sortedPlaces(keys).join(' ')).toBe(expected);
  });

  it('sorts, and loses no item', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 80 }), (keys) => {
        const places = sortedPlaces(keys);
        expect(places.map((place) => keys[place])).toEqual(keys.toSorted((a, b) => a - b));
        expect([...places].sort((a, b) => a - b)).toEqual([...keys.keys()]);
      }),
      { numRuns: 50 },
    );
  });

  it('sorts stably where every pivot is poor', () => {
    const keys = poorPivots(400);
    const stable = [...keys.keys()].sort((a, b) => (keys[a] as number) - (keys[b] as number));
    expect(sortedPlaces(keys)).toEqual(stable);
  });
});

/** McIlroy's adversary. It chooses the keys during the comparisons, so that each pivot is among the smallest. */
function poorPivots(length: number): readonly number[] {
  const keys = Array.from({ length }, () => length);
  let next = 0;
  let candidate = 0;
  const compare = (a: number, b: number): number => {
    if (keys[a] === length && keys[b] === length) keys[a === candidate ? a : b] = next++;
    if (keys[a] === length) candidate = a;
    else if (keys[b] === length) candidate = b;
    return (keys[a] as number) - (keys[b] as number);
  };
  sortUnstably([...keys.keys()], compare);
  return keys;
}
