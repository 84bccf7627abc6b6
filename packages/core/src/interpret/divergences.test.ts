import { arbitraryMutation, bodyOf, readVectors, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDialect } from '../dialects/index.ts';
import { divergences } from './divergences.ts';
import { interpretations } from './interpretations.ts';

/**
 * Formats each divergence as one line: the lines of the file, the dialects, the query, the verdict, and the axes that
 * cause the difference.
 */
const reported = (body: string, ...names: string[]): string[] =>
  divergences(body, { dialects: names.flatMap((name) => findDialect(name) ?? []) }).divergences.map(
    ({ lines, dialects, who, target, allowed, because }) =>
      `${lines} ${dialects.map(({ name }) => name)} ${who} ${target} ${allowed} ${because?.facts.map(({ axis }) => axis)}`,
  );

describe('divergences', () => {
  it.each([
    ['wildcards', 'Disallow: /*.php$', 'wget', ['2 wget FooBot /.php true matching']],
    ['wildcards that are escaped', 'Disallow: /*.php$', 'python', ['2 python FooBot /.php true matching']],
    ['the first rule', 'Disallow: /\nAllow: /a', 'python', ['3 python FooBot /a false precedence']],
    ['an empty disallow', 'Disallow:\nDisallow: /a', 'python', ['3 python FooBot /a true precedence,rules']],
    ['a space', 'Disallow: /a b', 'crawler-commons', ['2 crawler-commons FooBot /a b true targets']],
    ['escapes', 'Disallow: /%7ex', 'robots-parser', ['2 robots-parser FooBot /~x true normalising']],
    ['a blank line', '\nDisallow: /a', 'yandex', ['3 yandex FooBot /a true lines']],
    ['what all read alike', 'Disallow: /private/', 'wget', []],
  ])('reports %s', (_, rules, name, expected) => {
    expect(reported(`User-agent: *\n${rules}\n`, name)).toEqual(expected);
  });

  it.each([
    ['a byte order mark', '\ufeffUser-agent: *\nDisallow: /a\n', ['2 wget FooBot /a true lines']],
    ['lines that end in CR', 'User-agent: *\rDisallow: /a\r', ['2 wget FooBot /a true lines']],
    ['two words for a crawler', 'User-agent: Foo Bar\nDisallow: /\n', ['2 wget Foo / true agents']],
  ])('reports %s', (_, body, expected) => {
    expect(reported(body, 'wget')).toEqual(expected);
  });

  it('asks about the first name that is one', () => {
    const body = 'User-agent:\nUser-agent: Foo\nDisallow: /*a\n';
    expect(reported(body, 'wget')).toEqual(['3 wget Foo /a true matching']);
  });

  it('asks about / in a group without rules', () => {
    const body = 'User-agent: *\nDisallow: /\n\nUser-agent: Foo\n';
    expect(reported(body, 'temoto', 'python')).toEqual(['4 temoto,python Foo / false groups']);
  });

  it('tells what it found in the order of the file', () => {
    const body = 'User-agent: *\nDisallow: /%7ex\nDisallow: /*.php$\nDisallow: /a b\n';
    const lines = divergences(body).divergences.map(({ line }) => line);
    expect(new Set(lines).size).toBeGreaterThan(1);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });

  it('tells lines that are read so for the same reason once, and dialects that agree together', () => {
    const body = 'User-agent: *\nDisallow: /*a\nDisallow: /b\nDisallow: /*c\n';
    expect(reported(body, 'wget', 'koster-1996')).toEqual(['2,4 wget,koster-1996 FooBot /a true matching']);
  });

  it('lists dialects whose originals fail on the file', () => {
    const { unreadable } = divergences('Disallow: /\nUser-agent: *\n');
    expect(unreadable.map(({ dialect }) => dialect.name)).toEqual(['temoto', 'colly']);
    const readings = interpretations('Disallow: /\nUser-agent: *\n', 'FooBot', '/');
    const failed = readings.flatMap(({ dialect, verdict }) =>
      'error' in verdict ? [{ dialect, error: verdict.error }] : [],
    );
    expect(failed).toEqual(unreadable);
  });

  it('asks about the crawler that somebody asks about, wherever it obeys the group', () => {
    const whoIn = (body: string): ReadonlySet<string> =>
      new Set(divergences(body, { crawlers: ['YandexBot', 'yeti'] }).divergences.map(({ who }) => who));
    expect(whoIn('User-agent: *\nDisallow: /*a\n')).toEqual(new Set(['YandexBot']));
    expect(whoIn('User-agent: BarBot\nUser-agent: Yeti\nDisallow: /*b\n')).toEqual(new Set(['yeti']));
    expect(
      whoIn('User-agent: yandexbot\nUser-agent: yeti\nUser-agent: *\nAllow: /*b\nDisallow: /\n'),
    ).toEqual(new Set(['YandexBot']));
  });

  it('looks at one line only where it is asked to', () => {
    const body = 'User-agent: *\nDisallow: /*a\nDisallow: /*c\n';
    const found = divergences(body, { line: 3 }).divergences;
    expect(found.length).toBeGreaterThan(0);
    expect(found.flatMap(({ lines }) => lines).every((line) => line === 3)).toBe(true);
  });

  it('says where it stopped', () => {
    const body = `User-agent: *\n${'Disallow: /*a\n'.repeat(20)}`;
    const wget = findDialect('wget');
    const dialects = wget ? [wget] : [];
    expect(divergences(body, { dialects }).stoppedAt).toBeUndefined();
    // There are four queries per rule. Each query costs 20 comparisons with rules, and some more for the octets of the
    // file.
    expect(divergences(body, { dialects, maxComparisons: 500 }).stoppedAt).toBe(6);
  });

  it('claims nothing that the dialects do not answer, whatever the file', () => {
    const seeds = readVectors('rfc9309')
      .flatMap(({ vectors }) => vectors.map(bodyOf))
      .filter(({ length }) => length < 2_000);
    fc.assert(
      fc.property(arbitraryMutation(seeds), ({ body }) => {
        for (const { who, target, allowed, dialects, line, lines } of divergences(body).divergences) {
          const [standard] = interpretations(body, who, target);
          expect(standard?.verdict).toMatchObject({ allowed: !allowed });
          for (const { verdict } of interpretations(body, who, target, { dialects }))
            expect(verdict).toMatchObject({ allowed });
          expect(lines[0]).toBe(line);
        }
      }),
      { numRuns: runs(150, 6) },
    );
  });
});
