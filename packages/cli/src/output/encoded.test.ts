import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csv, json, jsonInParts } from './encoded.ts';

const joined = (value: object): string => [...jsonInParts(value)].map(({ text }) => text).join('');

describe('JSON in parts', () => {
  it.each([
    {},
    { a: [] },
    { a: undefined, b: 1 },
    { a: [undefined, null, [], {}] },
    { '\u202e': ['\u001b\n'] },
  ])('%j is the JSON of the whole', (value) => {
    expect(joined(value)).toBe(json(value).text);
  });

  it('is the JSON of the whole for any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(joined(value)).toBe(json(value).text);
      }),
    );
  });
});

it('a cell of CSV has no user information of a URL', () => {
  expect(csv([['https://me:pw@a.example/', 1]]).text).toBe('https://***@a.example/,1\r\n');
});
