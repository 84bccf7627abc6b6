/** RFC 9309 §2.2.2: compares the reach of a crawler with the verdicts on short targets. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetsUpTo } from '../../test/oracle/small-targets.ts';
import { google } from '../dialects/google.ts';
import { compile } from '../engine/compile.ts';
import { parse } from '../parse/parse.ts';
import { accessOf } from './access.ts';
import { reachOf } from './reach.ts';

const reach = (...rules: string[]) => reachOf(parse(['User-agent: *', ...rules].join('\n')), 'x');

describe('a site', () => {
  it.each([
    ['without a rule', []],
    ['with an empty rule', ['Disallow:']],
    ['of which only /robots.txt is closed', ['Disallow: /robots.txt$']],
    [
      'of which only /robots.txt is closed, by a rule for what begins so, and opened again',
      ['Disallow: /robots.txt', 'Allow: /robots.txt'],
    ],
    ['whose rule is outranked by an equal one', ['Disallow: /a', 'Allow: /a']],
    ['whose rule is outranked everywhere', ['Disallow: /a', 'Allow: /*a*']],
    ['whose rule matches nothing', ['Disallow: a']],
    ['of which all is opened', ['Disallow: /', 'Allow: /*']],
  ])('%s is open', (_, rules) => {
    expect(reach(...rules)).toBe('everything');
  });

  it.each([
    ['by a slash', ['Disallow: /']],
    ['by a star', ['Disallow: *']],
    ['by both', ['Disallow: /*']],
    ['by many stars', ['Disallow: /***']],
    ['but for /robots.txt, which is open anyway', ['Disallow: /', 'Allow: /robots.txt$']],
    ['with a rule that is outranked', ['Disallow: /*a', 'Disallow: /', 'Allow: /a$', 'Disallow: /a*$']],
    ['up to each end', ['Disallow: /*$']],
  ])('is closed %s', (_, rules) => {
    expect(reach(...rules)).toBe('nothing');
  });

  it.each([
    ['has a folder closed', ['Disallow: /a']],
    ['has a folder open', ['Disallow: /', 'Allow: /a']],
    ['has its root alone open', ['Disallow: /', 'Allow: /$']],
    ['has its root alone closed', ['Disallow: /$']],
    ['has what follows /robots.txt closed', ['Disallow: /robots.txt']],
    ['has an escape closed', ['Disallow: /%41']],
    ['has a file of other octets open', ['Disallow: /', 'Allow: /robots.tx_$']],
    ['has queries closed', ['Disallow: /*?']],
    ['has an empty folder name closed', ['Disallow: //']],
  ])('%s', (_, rules) => {
    expect(reach(...rules)).toBe('some');
  });

  it('is open where no group applies', () => {
    expect(reachOf(parse('User-agent: a\nDisallow: /\n'), 'b')).toBe('everything');
  });

  it('is not measured in a dialect', () => {
    const document = parse('User-agent: *\nDisallow: /\n', { dialect: google });
    expect(() => reachOf(document, 'x')).toThrow(/"google"/);
  });

  const part = fc.constantFrom('/', 'a', 'b', '*', '$', '%61', '%2F', 'robots.txt');
  const rule = fc
    .tuple(fc.constantFrom('Allow', 'Disallow'), fc.array(part, { maxLength: 3 }))
    .map(([kind, parts]) => `${kind}: /${parts.join('')}`);
  const targets = targetsUpTo(3, ['/', 'a', 'b', '%2F', '?']);

  it('is what the verdicts show, as far as they show it', () => {
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), (rules) => {
        const document = parse(['User-agent: *', ...rules].join('\n'));
        const matcher = compile(document, 'x');
        const verdicts = new Set(targets.map((target) => matcher.allows(target)));
        const seen = verdicts.size > 1 ? 'some' : verdicts.has(true) ? 'everything' : 'nothing';
        const answer = reachOf(document, 'x');
        expect(['some', ...(seen === 'some' ? [] : [answer])]).toContain(answer);
        // Files are no pages: `/` and the other targets, except /robots.txt, are closed.
        if (answer !== 'some') expect(seen).toBe(answer === 'files' ? 'nothing' : answer);
        const access = accessOf(document, 'x', ['/', '/a', '/robots.txt']);
        const expected = ['/', '/a', '/robots.txt'].map((target) => matcher.allows(target));
        expect(access).toEqual({
          reach: answer,
          verdicts: answer === 'some' || answer === 'files' ? expected : [],
        });
      }),
      { numRuns: runs(2_000, 20) },
    );
  });
});
