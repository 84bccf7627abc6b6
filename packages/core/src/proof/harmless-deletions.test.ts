import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../bytes/edit.ts';
import { hidesRules } from '../dialects/engine/nearest-literal.ts';
import { dialects } from '../dialects/index.ts';
import { factsOf } from '../dialects/rfc9309.ts';
import { compile } from '../engine/compile.ts';
import { removeLine } from '../lint/remove-line.ts';
import { parse } from '../parse/parse.ts';
import { deletedRules } from './deleted-rules.ts';
import { isHarmless } from './harmless-deletions.ts';
import { movedEdits } from './moved-edits.ts';

describe('isHarmless', () => {
  const segments = fc.array(fc.constantFrom('a', 'B', 'b', 'index.html'), { maxLength: 2 });
  const path = fc
    .tuple(segments, fc.constantFrom('', '', '/'))
    .map(([parts, end]) => `/${parts.join('/')}${parts.length > 0 ? end : ''}`);
  const value = fc.oneof(
    { weight: 9, arbitrary: path },
    { weight: 1, arbitrary: fc.constantFrom('', '/*', '/a*', '/a$', 'a', '# x', '/%61') },
  );
  const rule = (names: readonly string[]): fc.Arbitrary<string> =>
    fc.tuple(fc.constantFrom(...names), value).map((parts) => parts.join(': '));
  const other = fc.constantFrom(
    '',
    '# x',
    'User-agent: A',
    'User-agent: *',
    'Crawl-delay: 9',
    'Frob: x',
    ' ',
  );
  const mark = fc.constantFrom('', '', '', '\ufeff');
  const lineEnd = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r');
  /** Mostly rules of one kind, because few deletions among rules of both kinds are harmless. */
  const body = fc
    .constantFrom(['Disallow'], ['Allow'], ['Disallow', 'Disallow', 'Disallow', 'Allow'])
    .chain((names) =>
      fc.array(fc.oneof({ weight: 6, arbitrary: rule(names) }, { weight: 1, arbitrary: other }), {
        maxLength: 10,
      }),
    )
    .chain((lines) =>
      fc.tuple(fc.constant(lines), mark, fc.array(lineEnd, { minLength: 1, maxLength: 3 }), fc.boolean()),
    )
    .map(([lines, begin, ends, isEnded]) => {
      const endAt = (index: number): string => ends[index % ends.length] as string;
      const all = ['User-agent: *', ...lines];
      const last = isEnded ? endAt(all.length) : '';
      return begin + all.map((line, index) => (index > 0 ? endAt(index) : '') + line).join('') + last;
    });
  const targets = [
    '/',
    '/a',
    '/A',
    '/b',
    '/B',
    '/a/',
    '/a/b',
    '/a/B/',
    '/b/a',
    '/a/index.html',
    '/index.html',
    '/ab',
  ];

  it('is true only of deletions that no dialect notices whose rules do not hide each other, wherever its groups begin and end', () => {
    let harmless = 0;
    const property = fc.property(body, fc.infiniteStream(fc.boolean()), (text, choices) => {
      const document = parse(text);
      const gone = document.groups.flatMap(({ rules }) => rules).filter(() => choices.next().value);
      const edits = gone.map((record) => removeLine(document, record));
      const deleted = deletedRules(document, movedEdits(edits));
      if (!deleted || deleted.size === 0 || !isHarmless(document, deleted)) return;
      harmless++;
      const after = applyEdits(document.octets, edits);
      for (const dialect of dialects.filter((one) => !hidesRules(factsOf(one)))) {
        for (const who of ['A', 'FooBot']) {
          const [was, is] = [document.octets, after].map((octets) =>
            compile(parse(octets, { dialect }), who),
          );
          for (const target of targets) {
            expect([dialect.name, who, target, is?.allows(target)]).toEqual([
              dialect.name,
              who,
              target,
              was?.allows(target),
            ]);
          }
        }
      }
    });
    const numRuns = runs(1_500, 60);
    fc.assert(property, { numRuns });
    expect(harmless).toBeGreaterThan(numRuns / 50);
  });

  it('is not asked about what else is deleted', () => {
    const document = parse('\ufeffUser-agent: *\nDisallow: /a\nDisallow: /a/b\n\n# c\nDisallow: /b\n');
    const isDeletion = (start: number, end: number): boolean =>
      deletedRules(document, movedEdits([{ span: { start, end }, replacement: '' }])) !== undefined;
    expect(isDeletion(30, 45)).toBe(true);
    expect(isDeletion(0, 3)).toBe(false);
    expect(isDeletion(30, 46)).toBe(false);
    expect(isDeletion(46, 50)).toBe(false);
  });

  it.each([
    ['a rule before a blank line, behind which a parser finds no group', '/a\n\nDisallow: /a/b', 4],
    ['a rule that an Allow of the file meets', '/a\nDisallow: /a/b\n\nUser-agent: A\nAllow: /a/b/c', 3],
    ['an empty rule, which some parsers take for everything', '/a\nDisallow:\nDisallow: /a/b', 4],
    ['rules of which not all are read', `/a\nDisallow: /a/b\n${'# x\n'.repeat(130_000)}Allow: /a/b`, 3],
    ['a line that ends at a CR, at which some parsers go on', '/\rDisallow: /a\nDisallow: /a', 3],
    ['a pattern that matches by a wildcard', '/*a\nDisallow: /b/a', 3],
    ['an only rule of what it matches', '/a\nDisallow: /b', 3],
    [
      'a rule that an earlier one covers in another run of lines',
      '/a\n\nUser-agent: A\nDisallow: /b\nDisallow: /a/b',
      6,
    ],
    ['a rule that covers the one that remains', '/a/b\nDisallow: /a', 3],
    ['a rule that differs in letter case', '/A\nDisallow: /a', 3],
    ['a rule that an Allow meets in another letter case', '/a\nDisallow: /a/b\nAllow: /A/B/c', 3],
    ['a rule that a shorter Allow meets', '/a\nDisallow: /a/b\nAllow: /a', 3],
    ['a rule beside an Allow with a wildcard', '/a\nDisallow: /a/b\nAllow: /*c', 3],
    ['an Allow that a Disallow meets', '/a\nAllow: /a/b', 3],
    ['a rule with an escape', '/a\nDisallow: /a/%62', 3],
    ['a rule with a dot at the beginning', '/a\nDisallow: /a/.b', 3],
    ['a rule not from the root', '/a\nDisallow: a', 3],
    ['a rule longer than some parsers read', `/a\nDisallow: /a/${'b'.repeat(250)}`, 3],
    ['a rule beside one with spaces before its value', '/a\nDisallow:   /c\nDisallow: /a/b', 4],
    ['a rule beside one with a letter of no ASCII', '/a\nDisallow: /é\nDisallow: /a/b', 4],
    ['a rule beside one in another syntax', '/a\nDisallow: c\nDisallow: /a/b', 4],
  ])('is false of %s', (_, rest, line) => {
    expect(areHarmless(rest, line)).toBe(false);
  });

  it.each([
    ['a rule that an earlier one covers', '/a\nDisallow: /a/b', [3]],
    ['a rule that a later one covers', '/c\nDisallow: /a/b\nDisallow: /a', [3]],
    ['a rule that is there twice', '/a\nDisallow: /a', [3]],
    ['a rule behind a comment', '/a\n# x\nDisallow: /b\nDisallow: /b/c', [5]],
    ['a rule that all is covered by', '/\nDisallow: /a/index.html', [3]],
    ['a rule of 250 characters', `/a\nDisallow: /a${'b'.repeat(248)}`, [3]],
    ['a rule beside an Allow of something else', '/a\nDisallow: /a/b\nAllow: /b', [3]],
    ['an Allow that nothing meets', '/a\nAllow: /b', [3]],
    ['an Allow that nothing meets, in other letters', '/a\nALLOW:/b', [3]],
    ['a rule in a second group', '/x\n\nUser-agent: A\nDisallow: /a\nDisallow: /a/b', [6]],
    ['rules in two runs', '/a\nDisallow: /a/b\n\nDisallow: /c\nDisallow: /c/d', [3, 6]],
  ])('is true of %s', (_, rest, lines) => {
    expect(areHarmless(rest, ...lines)).toBe(true);
  });

  it('is true of some only if it is true of each', () => {
    expect(areHarmless('/a\nDisallow: /a/b\nDisallow: /b', 3, 4)).toBe(false);
    expect(areHarmless('/a\nDisallow: /b\nDisallow: /a/b', 3, 4)).toBe(false);
    expect(areHarmless('/a\nDisallow: /a/b\nDisallow: /a/b/c', 3, 4)).toBe(true);
  });
});

/** Whether no parser needs the lines numbered `lines`. The file's first rule is `Disallow: ` followed by `rest`. */
function areHarmless(rest: string, ...lines: number[]): boolean {
  const document = parse(`User-agent: *\nDisallow: ${rest}\n`);
  const records = document.groups.flatMap(({ rules }) => rules).filter(({ line }) => lines.includes(line));
  const deleted = deletedRules(document, movedEdits(records.map((record) => removeLine(document, record))));
  if (records.length !== lines.length || !deleted) throw new Error('The lines are not rules behind rules');
  return isHarmless(document, deleted);
}
