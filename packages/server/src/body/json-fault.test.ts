import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenAt, jsonFault } from './json-fault.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The position that V8's error message states, if it states one. */
function reportedByEngine(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const position = /at position (\d+)/.exec((error as Error).message)?.[1];
    return position === undefined ? undefined : Number(position);
  }
}

const damaged = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', '"', ',', '}', ']', '{', ':', '\\', '0', '-', 'e', '\n', 'x'),
  )
  .map(([text, at, put]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + put + text.slice(place + 1);
  });

describe('where a text stops being JSON', () => {
  it('is its length for every text that is JSON (RFC 8259)', () => {
    fc.assert(fc.property(fc.json(), (text) => brokenAt(text) === text.length));
  });

  it('is where the engine says, where it says so', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const reported = reportedByEngine(text);
        if (reported !== undefined) expect(brokenAt(text)).toBe(reported);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('is where a beginning of JSON ends', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        const cut = text.slice(0, at % (text.length + 1));
        expect(brokenAt(cut)).toBe(cut.length);
      }),
    );
  });

  it('is before the end of what no ending could fix', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const at = brokenAt(text);
        if (!isJson(text) && at < text.length) expect(brokenAt(text.slice(0, at))).toBe(at);
      }),
    );
  });

  it.each([
    ['{"urls":', 'It ends unexpectedly at character 9'],
    ['', 'It ends unexpectedly at character 1'],
    ['no JSON', 'Unexpected "o" at character 2'],
    ['{"a":1,}', 'Unexpected "}" at character 8'],
    ['{\n  "a": tru}', 'Unexpected "}" at line 2, character 11'],
    ['[1] 2', 'Unexpected "2" at character 5'],
  ])('is said in words: %j', (text, words) => {
    expect(jsonFault(text)).toBe(words);
  });
});
