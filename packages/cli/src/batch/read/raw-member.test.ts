import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawMember } from './raw-member.ts';

describe('rawMember', () => {
  it.each([
    ['{"id":1}', '1'],
    [' { "a" : "}\\"," , "id" : [1, {"id": 2}] } ', '[1, {"id": 2}]'],
    ['{"id":1,"id":"x\\""}', '"x\\""'],
    ['{"\\u0069d":1.50}', '1.50'],
    ['{"x":{"id":1}}', undefined],
    ['{}', undefined],
  ])('%s', (json, raw) => {
    expect(rawMember(json, 'id')).toBe(raw);
  });

  it('finds what JSON.parse finds', () => {
    const object = fc.dictionary(fc.constantFrom('id', 'a', '"', '\\', '{'), fc.jsonValue());
    fc.assert(
      fc.property(object, fc.constantFrom(0, 1, 2), (value, indent) => {
        const raw = rawMember(JSON.stringify(value, undefined, indent), 'id');
        const parsed = JSON.parse(JSON.stringify(value)).id;
        expect(raw === undefined ? undefined : JSON.parse(raw)).toEqual(parsed);
      }),
    );
  });
});
