/** The JSON reader accepts the same text as `JSON.parse`, except that it rejects duplicate keys. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonValue } from './json-text.ts';

describe('a JSON text', () => {
  it('has the value that JSON.parse gives, if no key is repeated', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        expect(jsonValue(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: runs(2000, 200) },
    );
  });

  it.each([
    ['{"a":1,"a":2}', '"a" is twice on line 1'],
    ['{\n  "store": "a",\n  "serve": {},\n  "store": "b"\n}', '"store" is on line 2 and again on line 4'],
    ['{\r\n"a":1,\r\n"a":1}', '"a" is on line 2 and again on line 3'],
    ['{\r"a":1,\r"a":1}', '"a" is on line 2 and again on line 3'],
    ['{"serve":{"port":1,\n"port":2}}', '"serve.port" is on line 1 and again on line 2'],
    ['{"a":[{},{"b":[1,2],"b":"}"}]}', '"a[1].b" is twice on line 1'],
    ['{"a":1,"\\u0061":2}', '"a" is twice on line 1'],
    ['{"__proto__":1,"__proto__":1}', '"__proto__" is twice on line 1'],
    ['{"":1,"":2}', '"" is twice on line 1'],
    ['{"a\\"":1,"b":",\\"a\\":","a\\"":2}', '"a\\"" is twice on line 1'],
  ])('%j is refused: %s', (text, message) => {
    expect(() => jsonValue(text)).toThrow(message);
  });

  it.each(['{"a":{"a":1},"b":{"a":2}}', '[{"a":1},{"a":1}]', '{"a":"b","b":"a"}', '"a:a"', '{}', ' 1 '])(
    '%j has no key twice',
    (text) => {
      expect(jsonValue(text)).toEqual(JSON.parse(text));
    },
  );

  it('that is not JSON is refused as JSON.parse refuses it', () => {
    expect(() => jsonValue('{"a":1,"a"')).toThrow(SyntaxError);
  });

  it('of a megabyte takes time in proportion to its length', () => {
    const long = `{${Array.from({ length: 60_000 }, (_, at) => `"key ${at}":"\\\\"`).join(',')}}`;
    expect(Object.keys(jsonValue(long) as object)).toHaveLength(60_000);
    expect(jsonValue(`"${'\\\\'.repeat(500_000)}"`)).toHaveLength(500_000);
  });

  it.each(['x', '\\n', '\\"', '\\\\'])('with 20 MB of %j in a string is read like any other', (fill) => {
    const long = fill.repeat(20_000_000 / fill.length);
    expect(() => jsonValue(`{"a":"${long}","a":1}`)).toThrow('"a" is twice on line 1');
  });
});
