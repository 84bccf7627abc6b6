/** Compares the edits found for changed lines with a search of all edits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, type Edit } from '../bytes/edit.ts';
import { parse } from '../parse/parse.ts';
import { compatible } from './compatible-fixes.ts';
import { concernedNames } from './concerned-names.ts';
import { deletedRules } from './deleted-rules.ts';
import { editOfLine, editOfLineAfter, movedEdits } from './moved-edits.ts';

/** Edits that do not overlap, in random order. Each replaces some octets or is an insertion. */
const edits: fc.Arbitrary<readonly Edit[]> = fc
  .array(fc.tuple(fc.nat(3), fc.nat(3), fc.constantFrom('', 'x', 'é', 'xyz')), { maxLength: 5 })
  .map((parts) => {
    let at = 0;
    return parts.map(([gap, length, replacement]) => {
      const start = at + gap + 1;
      at = start + length;
      return { span: { start, end: at }, replacement };
    });
  })
  .chain((ordered) => fc.shuffledSubarray([...ordered], { minLength: ordered.length }));

describe('moved edits', () => {
  it('are in file order, and where their text is in the edited file', () => {
    const body = Buffer.from('.'.repeat(40));
    fc.assert(
      fc.property(edits, (all) => {
        const edited = Buffer.from(applyEdits(body, all));
        const moved = movedEdits(all);
        const starts = all.map(({ span }) => span.start).sort((a, b) => a - b);
        expect(moved.map(({ before }) => before.start)).toEqual(starts);
        for (const { before, after } of moved) {
          const edit = all.find(({ span }) => span.start === before.start);
          expect(before).toEqual(edit?.span);
          expect(edited.toString('utf8', after.start, after.end)).toBe(edit?.replacement);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('change the lines that they overlap', () => {
    fc.assert(
      fc.property(edits, fc.nat(30), fc.integer({ min: 1, max: 6 }), (all, start, length) => {
        const moved = movedEdits(all);
        const line = { start, end: start + length };
        const before = moved.find((edit) => edit.before.end > line.start && edit.before.start < line.end);
        expect(editOfLine(moved, line)).toBe(before);
        const after = moved.find((edit) => edit.after.end > line.start);
        const isIn =
          after &&
          (after.after.start < line.end ||
            (after.after.start === after.after.end && after.after.end === line.end));
        expect(editOfLineAfter(moved, line)).toBe(isIn ? after : undefined);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('fixes that can be applied together', () => {
  const spans = fc.array(fc.tuple(fc.nat(12), fc.nat(3)), { maxLength: 6 });

  it('are the first ones that touch no earlier one', () => {
    fc.assert(
      fc.property(spans, (all) => {
        const diagnostics = all.map(([start, length]) => ({
          fixes: [{ edits: [{ span: { start, end: start + length }, replacement: '' }] }],
        }));
        const chosen = compatible(diagnostics as never, () => true).map(({ fix }) => fix.edits[0]?.span);
        const expected: { start: number; end: number }[] = [];
        for (const [start, length] of all) {
          const end = start + length;
          const isFree = expected.every((taken) =>
            length === 0 || taken.start === taken.end
              ? end < taken.start || taken.end < start
              : end <= taken.start || taken.end <= start,
          );
          if (isFree) expected.push({ start, end });
        }
        expect(chosen).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('are those of which no edit touches an earlier one', () => {
    const edit = (start: number) => ({ span: { start, end: start + 2 }, replacement: '' });
    const fixes = [[edit(0), edit(10)], [edit(20), edit(11)], [edit(5), edit(30)], [edit(31)]];
    const diagnostics = fixes.map((edits) => ({ fixes: [{ edits }] }));
    const chosen = compatible(diagnostics as never, () => true).map(({ fix }) => fix.edits);
    expect(chosen).toEqual([fixes[0], fixes[2]]);
  });

  it('are the first wanted one of each finding', () => {
    const at = (start: number) => ({ edits: [{ span: { start, end: start + 1 }, replacement: '' }] });
    const [first, second] = [at(0), at(5)];
    const diagnostics = [{ fixes: [first, second] }, {}, { fixes: [first] }];
    expect(
      compatible(diagnostics as never, (fix) => fix !== (first as unknown)).map(({ fix }) => fix),
    ).toEqual([second]);
  });
});

/** An edit that replaces the first occurrence of `text`. */
function editOf(body: string, text: string, replacement = ''): Edit {
  const start = body.indexOf(text);
  return { span: { start, end: start + text.length }, replacement };
}

describe('the crawlers that an edit may affect', () => {
  const body =
    'User-agent: aa\nDisallow: /a\n\nUser-agent: bb\nUser-agent: b2\nDisallow: /b\n\nUser-agent: cc\nDisallow: /c\n\nUser-agent: *\nDisallow: /d\n\nUser-agent: ee\nDisallow: /e\n';
  const strangers = ['FooBot', 'Spyder', 'Mirkwik', 'Zuvex'];
  const names = (...texts: string[]) =>
    concernedNames(parse(body), movedEdits(texts.map((text) => editOf(body, text))), []);

  it.each([
    ['/a', ['aa', 'bb', 'b2', 'aa-X', 'a']],
    ['/b', ['aa', 'bb', 'b2', 'cc', 'bb-X', 'b', 'b2-X']],
    ['/c', ['bb', 'b2', 'cc', 'cc-X', 'c']],
    ['/e', ['ee', 'ee-X', 'e']],
    ['/d', ['aa', 'bb', 'b2', 'cc', 'ee']],
  ])('are those of its group and of its neighbors: %s', (text, expected) => {
    expect(names(text)).toEqual([...strangers, ...expected]);
  });

  it('are all that the file names if it is in no group, and those who are asked about come first', () => {
    const document = parse('# x\nUser-agent: aa\nDisallow: /\n');
    const edits = movedEdits([{ span: { start: 0, end: 3 }, replacement: '' }]);
    expect(concernedNames(document, edits, ['aa', 'Own'])).toEqual(['aa', 'Own', ...strangers]);
  });

  it('are no more than can be asked', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `User-agent: a${at}\n`).join('');
    const found = (text: string) => concernedNames(parse(text), movedEdits([editOf(text, '/x')]), []);
    const inOne = found(`${many}Disallow: /x\n`);
    const inAll = found(`${many}Disallow: /y\n\nUser-agent: *\nDisallow: /x\n`);
    expect(inOne).toHaveLength(4 + 500 + 500 + 1);
    expect(inAll).toHaveLength(4 + 500);
    expect(inAll).toEqual(expect.arrayContaining(['a0', 'a1']));
  });

  it('have names', () => {
    const text = 'User-agent: a\nUser-agent:\nDisallow: /\n';
    expect(concernedNames(parse(text), movedEdits([editOf(text, '/')]), [])).toEqual([
      ...strangers,
      'a',
      'a-X',
    ]);
  });
});

describe('deletions of whole rules behind other rules', () => {
  const body =
    'User-agent: *\r\nDisallow: /a\r\nDisallow: /b\r\nAllow: /c\r\n\r\n# x\r\nDisallow: /d\r\nSitemap: https://a.test/';
  const deleted = (...edits: Edit[]) => {
    const document = parse(body);
    const rows = deletedRules(document, movedEdits(edits));
    return rows && [...rows];
  };

  it.each([
    ['a rule', 1, editOf(body, 'Disallow: /b\r\n')],
    ['two rules in one edit', 2, editOf(body, 'Disallow: /b\r\nAllow: /c\r\n')],
    ['the first rule of a group', undefined, editOf(body, 'Disallow: /a\r\n')],
    ['a rule without its line end', undefined, editOf(body, 'Disallow: /b')],
    ['a rule and a blank line', undefined, editOf(body, 'Allow: /c\r\n\r\n')],
    ['a part of a rule', undefined, editOf(body, 'allow: /b\r\n')],
    ['another record', undefined, editOf(body, 'Sitemap: https://a.test/')],
    ['a comment', undefined, editOf(body, '# x\r\n')],
    ['a rule, replaced', undefined, editOf(body, 'Disallow: /b\r\n', 'Disallow: /c\r\n')],
  ])('%s: %s', (_, count, edit) => {
    expect(deleted(edit)?.length).toBe(count);
  });

  it('no edit that does anything else may be among them', () => {
    expect(deleted(editOf(body, 'Disallow: /b\r\n'), editOf(body, '# x', 'y'))).toBeUndefined();
    expect(deleted(editOf(body, 'Disallow: /b\r\n'), editOf(body, 'Allow: /c\r\n'))?.length).toBe(2);
    expect(deleted()?.length).toBe(0);
  });
});
