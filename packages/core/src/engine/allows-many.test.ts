import { arbitraryQuestion, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { google } from '../dialects/google.ts';
import { parse } from '../parse/parse.ts';
import { allowsMany } from './allows-many.ts';
import { compile } from './compile.ts';

describe('allowsMany', () => {
  it('answers what a loop over allows does, for few targets and many', () => {
    fc.assert(
      fc.property(fc.array(arbitraryQuestion, { minLength: 1, maxLength: 20 }), (questions) => {
        const [{ body, tokens }] = questions as [(typeof questions)[0]];
        const targets = questions.map(({ target }) => target);
        const rules = compile(parse(body), tokens);
        expect(allowsMany(compile(parse(body), tokens), targets)).toEqual(
          targets.map((t) => rules.allows(t)),
        );
      }),
      { numRuns: runs(500) },
    );
  });

  it('answers nothing for no targets', () => {
    expect(allowsMany(compile(parse(''), 'FooBot'), [])).toEqual([]);
  });

  it('answers also in a dialect that is read by facts', () => {
    const rules = compile(parse('User-agent: *\nDisallow: /x\n', { dialect: google }), 'FooBot');
    expect(allowsMany(rules, Array(10).fill('/x'))).toEqual(Array(10).fill(false));
  });

  it('refuses what is not a target', () => {
    const rules = compile(parse(''), 'FooBot');
    expect(() => allowsMany(rules, ['/', 'example'])).toThrow(TypeError);
  });
});
