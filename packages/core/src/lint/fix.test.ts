import {
  arbitraryAuthored,
  arbitraryMutation,
  badFixOf,
  bodyOf,
  readVectors,
  runs,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../bytes/edit.ts';
import { google } from '../dialects/google.ts';
import { dialects } from '../dialects/index.ts';
import { proveSameVerdicts } from '../diff/prove-same-verdicts.ts';
import { compile } from '../engine/compile.ts';
import { divergences } from '../interpret/divergences.ts';
import { rfc9309 } from '../parse/dialect.ts';
import { DEFAULT_MAX_BYTES } from '../parse/limits.ts';
import { parse } from '../parse/parse.ts';
import { fixAll } from './fix.ts';
import { lint } from './lint.ts';
import { lintRules } from './rules/index.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (octets: Uint8Array): string => new TextDecoder().decode(octets);

/** The rule about stars is off by default. */
const STARS = { 'needless-trailing-star': 'info' } as const;

describe('fixAll', () => {
  it('makes safe fixes until nothing is left, and no others', () => {
    const other = 'User-agent: B\nDisalow: /c\nDisallow: /\n';
    const body = `User-agent: *\nDisallow: /a*\nDisallow: /a/b\nDisallow: /a\n${other}`;
    const { octets, made } = fixAll(encode(body), { rules: STARS });
    expect(decode(octets)).toBe(`User-agent: *\nDisallow: /a\n${other}`);
    expect(fixAll(octets).made).toEqual([]);
    expect(made.length).toBeGreaterThan(1);
  });

  it('takes a string, octets or a document', () => {
    const body = 'User-agent: *\nDisallow: /a\nDisallow: /a\n';
    for (const one of [body, encode(body), parse(body)])
      expect(decode(fixAll(one).octets)).toBe('User-agent: *\nDisallow: /a\n');
  });

  it('makes the others when asked to, and proves what is left from there', () => {
    const body = 'User-agent: A\nDisallow: /\nUser-agen: B\nDisallow: /\n';
    expect(fixAll(body).made).toEqual([]);
    const { octets, made } = fixAll(body, { allowVerdictChanges: true });
    expect(decode(octets)).toBe('User-agent: A\nDisallow: /\nUser-agent: B\nDisallow: /\n');
    expect(made.map(({ code }) => code)).toEqual(['misspelt-record']);
  });

  it('does not close a whole site, unless asked by the name of the rule', () => {
    const body = 'User-agent: *\nDisallow /\nDisallow /a\n';
    const all = fixAll(body, { allowVerdictChanges: true });
    expect(decode(all.octets)).toBe('User-agent: *\nDisallow /\nDisallow: /a\n');
    expect(all.unproven).toMatchObject([{ line: 2, effect: 'it would close the whole site' }]);
    const named = fixAll(body, { allowVerdictChanges: ['missing-colon'] });
    expect(decode(named.octets)).toContain('Disallow: /\n');
    expect(fixAll(body, { allowVerdictChanges: ['misspelt-record'] }).made).toEqual([]);
    expect(() => fixAll(body, { allowVerdictChanges: ['mispelt'] })).toThrow(
      new RangeError('Cannot apply fixes of "mispelt": expected the code of a lint rule'),
    );
  });

  it.each([
    ['User-agent: *\r\nDisallow: /a\rDisallow: /b\r', 'User-agent: *\r\nDisallow: /a\nDisallow: /b\n'],
    ['# a\r\r# b\r\r\nUser-agent: *\nDisallow: /\n', '# a\n\n# b\r\r\nUser-agent: *\nDisallow: /\n'],
  ])('ends each line with LF that ends with CR alone: %j', (body, expected) => {
    const { octets, made } = fixAll(body);
    expect(made.map(({ code }) => code)).toEqual(['cr-line-end']);
    expect(decode(octets)).toBe(expected);
  });

  it('changes no octet of a file that other parsers read as it stands', () => {
    const text = 'User-agent: *\nDisallow: /a\nDisallow: /a\n';
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(fixAll(utf16).made).toEqual([]);
  });

  it('makes the others when asked to', () => {
    const { octets, made } = fixAll(encode('User-agent: *\nDisalow: /c\n'), { allowVerdictChanges: true });
    expect(decode(octets)).toBe('User-agent: *\nDisallow: /c\n');
    expect(made).toMatchObject([{ code: 'misspelt-record', line: 2 }]);
  });

  it('leaves out what cannot be proven, and makes the rest', () => {
    // With the star, `Disallow: /a*` outranks the allow rule. Without the star, the allow rule wins the tie.
    const body = 'User-agent: *\nDisallow: /a*\nAllow: /a\nDisallow: /b\nDisallow: /b\n';
    const { octets, unproven } = fixAll(encode(body), { rules: { ...STARS, 'shadowed-rule': 'off' } });
    expect(decode(octets)).toBe('User-agent: *\nDisallow: /a*\nAllow: /a\nDisallow: /b\n');
    expect(unproven.map(({ code }) => code)).toEqual(['needless-trailing-star']);
    expect(unproven[0]?.effect).toBe('RFC 9309, Google: any other crawler may fetch /a');
  });

  it('leaves out safe fixes that move another parser away from RFC 9309', () => {
    // urllib and wget use the first rule that matches. Without the star, the first match for /a/b is line 2.
    const body = 'User-agent: *\nDisallow: /a*\nAllow: /a/b\nDisallow: /c*\n';
    const { octets, unproven } = fixAll(body, { rules: STARS });
    expect(decode(octets)).toBe(body.replace('/c*', '/c'));
    expect(unproven.map(({ line, effect }) => [line, effect])).toEqual([
      [2, 'python: FooBot may no longer fetch /a/b, which RFC 9309 allows'],
    ]);
    const [star] = lint(body.replace('Disallow: /c*\n', ''), { rules: STARS });
    const effect = unproven[0]?.effect;
    expect(star?.fixes?.[0]).toMatchObject({ changesVerdicts: true, onlyByRule: true, effect });
    const named = { rules: STARS, allowVerdictChanges: ['needless-trailing-star'] };
    expect(decode(fixAll(body, named).octets)).toBe(
      body.replaceAll('*\n', '\n').replace('User-agent: \n', 'User-agent: *\n'),
    );
  });

  it('takes the crawler that a reader asks about as the example', () => {
    const body = 'User-agent: *\nDisallow: /a*\nAllow: /a/b\nDisallow: /c*\n';
    const crawlers = ['YandexBot'];
    expect(fixAll(body, { crawlers, rules: STARS }).unproven.map(({ effect }) => effect)).toEqual([
      'python: YandexBot may no longer fetch /a/b, which RFC 9309 allows',
    ]);
    const found = lint(body, { profile: 'portable', crawlers, divergences });
    const texts = found.map(({ message, fixes = [] }) => `${message} ${fixes.map(({ effect }) => effect)}`);
    expect(texts.join()).toMatch(/YandexBot from/);
    expect(texts.join()).not.toMatch(/FooBot/);
  });

  it('leaves out what moves another parser for a path that begins with two slashes', () => {
    const rules = 'User-agent: *\nDisallow: /*/search/*\nAllow: /*/*/search/\n';
    const { made, unproven } = fixAll(rules, { rules: STARS });
    expect(made).toEqual([]);
    expect(unproven[0]?.effect).toMatch(/^python-3.13.14: .* may fetch https:\/\/example\.com\/\/search\//);
  });

  it('moves no dialect away from RFC 9309, whatever the file', () => {
    const targets = [
      '/',
      '/a',
      '/b',
      '/ab',
      '/a/b',
      '/b/a',
      '/aa',
      '/bb',
      '/a.pdf',
      '/b?x',
      '/a/b/a',
      '/ba',
    ].concat([
      // Some parsers drop a `?`, `;` or `/` at the end of a pattern.
      ...['/a?', '/a;', '/a/', '/b/?', '/b?;'],
    ]);
    const pattern = fc
      .tuple(
        fc.array(fc.constantFrom('a', 'b', '/', '*', '.pdf', '?', ';'), { maxLength: 3 }),
        fc.constantFrom('', '', '$', '*', '?*', ';*'),
      )
      .map(([parts, end]) => `/${parts.join('')}${end}`);
    const line = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(fc.constantFrom('Disallow', 'Disallow', 'Allow'), pattern) },
      { weight: 1, arbitrary: fc.tuple(fc.constant('User-agent'), fc.constantFrom('A', 'B', 'AB', '*')) },
    );
    const text = fc
      .array(line, { minLength: 2, maxLength: 8 })
      .map((lines) => `User-agent: *\n${lines.map((parts) => `${parts.join(': ')}\n`).join('')}`);
    fc.assert(
      fc.property(text, (body) => {
        const { octets, made } = fixAll(body);
        if (made.length === 0) return;
        for (const dialect of dialects) {
          const [before, after] = [parse(body, { dialect }), parse(octets, { dialect })];
          for (const who of ['A', 'B', 'AB', 'FooBot']) {
            const [standard, was, is] = [
              compile(parse(body), who),
              compile(before, who),
              compile(after, who),
            ];
            for (const target of targets) {
              const allowed = was.allows(target);
              if (is.allows(target) === allowed) continue;
              expect([dialect.name, who, target, standard.allows(target)]).toEqual([
                dialect.name,
                who,
                target,
                !allowed,
              ]);
            }
          }
        }
      }),
      { numRuns: runs(100, 4) },
    );
  });

  it('keeps rules that only a crawler of several tokens obeys', () => {
    // For a crawler with both tokens, A and B, the rule /a/b outranks the rule /a/. Without the rule /a/b, that crawler
    // may fetch /a/b.
    const body = 'User-agent: A\nDisallow: /a\nDisallow: /a/b\n\nUser-agent: B\nAllow: /a/\n';
    const { octets, unproven } = fixAll(body);
    expect(decode(octets)).toBe(body);
    expect(unproven[0]?.effect).toBe('RFC 9309, Google: A + B may fetch /a/b');
    expect(lint(body).flatMap(({ fixes = [] }) => fixes.filter((fix) => !fix.changesVerdicts))).toEqual([]);
  });

  it('makes what was left out at first once another fix allows it', () => {
    const body = 'User-agent: A\nAllow: /\nDisallow: /\nDisallow: /*\nAllow: *\nDisallow: /a\n';
    const { octets } = fixAll(body);
    expect(fixAll(octets).made).toEqual([]);
  });

  it('offers the fixes of neighbouring lines', () => {
    const body = 'User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisallow: /a/c\n';
    const found = lint(body, { rules: { 'redundant-rule': 'warning' } });
    expect(found.map(({ line, fixes = [] }) => [line, fixes.length])).toEqual([
      [3, 1],
      [4, 1],
    ]);
  });

  it('keeps line ends and lines without findings', () => {
    const body = 'User-agent: *\r\n# a\r\nDisallow: /b\r\nDisallow: /b\r\n\r\n\r\nFoo: bar\r\n';
    expect(decode(fixAll(encode(body)).octets)).toBe(body.replace('Disallow: /b\r\n', ''));
  });

  it('keeps what stands behind the octets that are read', () => {
    const tail = `# ${'x'.repeat(DEFAULT_MAX_BYTES)}\n`;
    const body = encode(`User-agent: *\nDisalow: /a\n${tail}`);
    const { octets } = fixAll(body, { allowVerdictChanges: true });
    expect(decode(octets)).toBe(`User-agent: *\nDisallow: /a\n${tail}`);
  });

  it('makes what lint calls safe, round by round, and nothing else', () => {
    fc.assert(
      fc.property(arbitraryAuthored, (body) => {
        let octets = encode(body);
        const made: object[] = [];
        for (;;) {
          const safe = lint(octets).flatMap(({ code, line, fixes = [] }) =>
            fixes.filter((fix) => !fix.changesVerdicts).map((fix) => ({ code, line, fix })),
          );
          if (safe.length === 0) break;
          made.push(...safe.map(({ code, line, fix: { title } }) => ({ code, line, title })));
          const edits = new Map(
            safe.flatMap(({ fix }) => fix.edits).map((edit) => [JSON.stringify(edit.span), edit] as const),
          );
          octets = applyEdits(octets, [...edits.values()]);
        }
        const fixed = fixAll(body);
        expect([fixed.made, decode(fixed.octets)]).toEqual([made, decode(octets)]);
      }),
      { numRuns: runs(100, 4) },
    );
  });

  const seeds = [
    ...readVectors('rfc9309').flatMap(({ vectors }) => vectors.map(bodyOf)),
    ...lintRules.map(({ bad }) => encode(bad.body)),
  ].filter(({ length }) => length < 3_000);

  it('keeps every verdict, whatever the file', () => {
    fc.assert(
      fc.property(arbitraryMutation(seeds), ({ body }) => {
        expect(proveSameVerdicts(body, fixAll(body).octets, { dialects: [rfc9309, google] }).kind).toBe(
          'equal',
        );
      }),
      { numRuns: runs(300, 5) },
    );
  });

  it('calls no fix safe, alone or together, after which RFC 9309 or Google answers differently', () => {
    fc.assert(
      fc.property(arbitraryAuthored, (body) => {
        expect(badFixOf(body)).toBeUndefined();
      }),
      { numRuns: runs(300, 5) },
    );
  });
});
