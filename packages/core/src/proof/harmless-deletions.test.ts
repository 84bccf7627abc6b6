import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../bytes/edit.ts';
import { dialects } from '../dialects/index.ts';
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
  /** Mostly rules of one kind: among both kinds, few deletions are harmless. */
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

  it('is true only of deletions that no dialect notices, wherever its groups begin and end', () => {
    let harmless = 0;
    const property = fc.property(body, fc.infiniteStream(fc.boolean()), (text, choices) => {
      const document = parse(text);
      const gone = document.groups.flatMap(({ rules }) => rules).filter(() => choices.next().value);
      const edits = gone.map((record) => removeLine(document, record));
      const deleted = deletedRules(document, movedEdits(edits));
      if (!deleted || deleted.size === 0 || !isHarmless(document, deleted)) return;
      harmless++;
      const after = applyEdits(document.octets, edits);
      for (const dialect of dialects) {
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
    fc.assert(property, { numRuns: 1_500 });
    expect(harmless).toBeGreaterThan(50);
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
  ])('is false of %s', (_, rest, line) => {
    const document = parse(`User-agent: *\nDisallow: ${rest}\n`);
    const record = document.groups.flatMap(({ rules }) => rules).find((one) => one.line === line);
    const deleted = record && deletedRules(document, movedEdits([removeLine(document, record)]));
    expect(deleted !== undefined && isHarmless(document, deleted)).toBe(false);
  });
});
