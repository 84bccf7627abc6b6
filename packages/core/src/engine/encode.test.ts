import { arbitraryQuestion, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { google } from '../dialects/google.ts';
import { explain } from '../explain/explain.ts';
import { parse } from '../parse/parse.ts';
import { tokensOf } from '../rules/crawler.ts';
import { ScanMatcher } from '../rules/scan-matcher.ts';
import { selectRows } from '../rules/select.ts';
import { compile } from './compile.ts';
import { decodeRuleSet, encodeRuleSet } from './encode.ts';
import { sharedHotStates } from './hot/hot-states.ts';

const FILE = `User-agent: FooBot
User-agent: BarBot
Allow: /
Disallow: /private/
Disallow: /*.pdf$
 disallow : /a*b*c # why
Disallow: /%7Euser/%2C
Disallow: /a*b*c
Allow: /**x*
Disallow: /ü
`;
const TARGETS = [
  '/',
  '/private/x',
  '/a.pdf',
  '/a.pdf?',
  '/axbxc',
  '/~user/,',
  '/~user/%2C',
  '/x',
  '/%C3%BC',
  '/robots.txt',
];

describe('encodeRuleSet and decodeRuleSet', () => {
  it('keep every answer and every reason', () => {
    const rules = compile(parse(FILE), ['FooBot', 'BarBot']);
    const decoded = decodeRuleSet(encodeRuleSet(rules));
    for (const target of TARGETS) {
      expect(decoded.allows(target)).toBe(rules.allows(target));
      expect(explain(decoded, target)).toEqual(explain(rules, target));
    }
  });

  it('answer as before they were compiled, for generated files', () => {
    fc.assert(
      fc.property(arbitraryQuestion, ({ body, tokens, target }) => {
        const rules = compile(parse(body), tokens);
        const early = rules.allows(target);
        const decoded = decodeRuleSet(encodeRuleSet(rules));
        expect([rules.allows(target), decoded.allows(target)]).toEqual([early, early]);
        expect(explain(decoded, target)).toEqual(explain(rules, target));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('copy: what happens to the octets later does not matter', () => {
    const octets = encodeRuleSet(compile(parse('User-agent: *\nDisallow: /x\n'), 'FooBot'));
    const decoded = decodeRuleSet(octets);
    octets.fill(255);
    expect([decoded.allows('/x'), decoded.allows('/y')]).toEqual([false, true]);
  });
});

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

describe('a form of', () => {
  it.each([
    ['no rules', []],
    ['neighbours', letters.map((letter) => `/${letter}`)],
    ['neighbours after a star', letters.map((letter) => `/*${letter}`)],
    ['pairs', letters.flatMap((a) => letters.map((b) => `/${a}${b}`))],
    [
      'long patterns',
      [`/${'a'.repeat(300)}`, `/*${'b'.repeat(600)}*${'c'.repeat(1_200)}$`, `/${'d*'.repeat(400)}`],
    ],
    ['escapes and stars', ['/%7ea*', '/%7ea', '/a*', '/a**', '/%2C*', '/*21', '/!', '/a*$']],
  ])('%s gives every answer and every reason', (_, patterns) => {
    const body = [
      'User-agent: FooBot',
      ...patterns.map((pattern, n) => `${n % 3 ? 'Dis' : ''}allow: ${pattern}`),
    ];
    const rules = compile(parse(body.join('\n')), 'FooBot');
    const decoded = decodeRuleSet(encodeRuleSet(compile(parse(body.join('\n')), 'FooBot')));
    const ends = patterns.slice(0, 30).map((pattern) => pattern.replaceAll('*', 'x').replace('$', ''));
    const targets = ['/', '/`', '/{', '/%21', '/%2C', '/~a', '/xa', '/a', '/z', '/az', ...ends];
    for (const target of targets) {
      const expected = new ScanMatcher(...sourceOf(body.join('\n')), () => expect.unreachable()).explain(
        target,
      );
      expect([explain(decoded, target), decoded.allows(target)]).toEqual([expected, expected.allowed]);
      expect(rules.allows(target)).toBe(expected.allowed);
    }
  });

  it('rules that end with a star takes no octets for the star', () => {
    const lengthOf = (rule: string) =>
      encodeRuleSet(compile(parse(`User-agent: *\nDisallow: ${rule}\n`), 'FooBot')).length;
    expect([lengthOf('/ab*'), lengthOf('/ab**'), lengthOf('/%61b')]).toEqual([
      lengthOf('/ab'),
      lengthOf('/ab') + 6,
      lengthOf('/ab') + 6,
    ]);
  });
});

function sourceOf(body: string) {
  const source = parse(body);
  return [source, selectRows(source, tokensOf('FooBot'))] as const;
}

describe('decodeRuleSet refuses', () => {
  it('what is not a Uint8Array', () => {
    expect(() => decodeRuleSet('REP2' as unknown as Uint8Array)).toThrow(TypeError);
  });

  const valid = encodeRuleSet(compile(parse(FILE), 'FooBot'));
  it.each([
    ['nothing', new Uint8Array(0)],
    ['a robots.txt', new TextEncoder().encode(FILE)],
    ['another version', valid.with(3, 0x33)],
    ['more than there should be', Uint8Array.from([...valid, 0])],
    ['a set longer than the octets', valid.with(6, 1)],
  ])('%s', (_, octets) => {
    expect(() => decodeRuleSet(octets)).toThrow(RangeError);
  });

  it('a record of a spelling that is not in the form', () => {
    const one = encodeRuleSet(compile(parse('User-agent: *\nDisallow: /x\n'), 'FooBot'));
    const code = Buffer.from(one).indexOf('Disallow: ') + 'Disallow: '.length + 1;
    expect(one[code]).toBe(0);
    for (const spelling of [8, 10]) expect(() => decodeRuleSet(one.with(code, spelling))).toThrow(RangeError);
  });

  it('rules read in a dialect, which have no form', () => {
    const rules = compile(parse('User-agent: *\n', { dialect: google }), 'FooBot');
    expect(() => encodeRuleSet(rules)).toThrow(/^Cannot encode rules read in a dialect/);
  });

  it('a star whose segments begin with nothing', () => {
    const ofOneStar = [9, 0, 0, 0, 1, 1, 0x40, 0, 4, 0, 0x10, 0x81, 0, 0];
    const record = [1, 0, 1, 10, ...new TextEncoder().encode('Disallow: '), 1, 0, 2, 1, 1, 1, 0x2a];
    const forged = Uint8Array.from([...new TextEncoder().encode('REP2'), ...ofOneStar, ...record]);
    expect(() => decodeRuleSet(forged)).toThrow(/octet 14$/);
  });

  it('every beginning of a form', () => {
    for (let length = 0; length < valid.length; length++) {
      expect(() => decodeRuleSet(valid.subarray(0, length))).toThrow(RangeError);
    }
  });
});

it('a rule whose rank was forged takes no other rule’s line', () => {
  const octets = encodeRuleSet(
    compile(parse('User-agent: *\nDisallow: /a\nDisallow: /b\nAllow: /c\n'), 'FooBot'),
  );
  const lines = new Set<number | undefined>();
  for (let at = 8; at < octets.length; at++) {
    try {
      lines.add(explain(decodeRuleSet(octets.with(at, 9)), '/b').rule?.line);
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
    }
  }
  expect(lines).not.toContain(2);
});

describe('decodeRuleSet on mutated octets', () => {
  afterEach(() => sharedHotStates().forgetAll(32));

  const forms = [
    FILE,
    `User-agent: *\n${Array.from({ length: 300 }, (_, i) => `Disallow: /${i % 7}/*${i}*a${i % 5}$\n`).join('')}`,
    `User-agent: *\n${Array.from({ length: 200 }, (_, i) => `Disallow: /${'a*'.repeat(i % 9)}${i}\n`).join('')}`,
  ].map((body) => encodeRuleSet(compile(parse(body), 'FooBot')));
  const mutation = fc.record({
    at: fc.nat(),
    octet: fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 127, 128, 255)),
  });

  it('either refuses or answers, also with a reason, by hot states and where the automaton takes over', () => {
    sharedHotStates().forgetAll(0);
    fc.assert(
      fc.property(
        fc.constantFrom(...forms),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        (form, mutations) => {
          const octets = form.slice();
          for (const { at, octet } of mutations) octets[at % octets.length] = octet;
          let rules: ReturnType<typeof decodeRuleSet>;
          try {
            rules = decodeRuleSet(octets);
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
            return;
          }
          for (const target of [...TARGETS, ...TARGETS, `/${'a1*a'.repeat(100)}`])
            expect(typeof rules.allows(target)).toBe('boolean');
          expect(typeof explain(rules, '/a%2Cb').allowed).toBe('boolean');
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});
