/** Tests what edits change for one other parser. Each case is a way in which parsers depart from RFC 9309. */
import { describe, expect, it } from 'vitest';
import { applyEdits, type Edit } from '../bytes/edit.ts';
import { dialects } from '../dialects/index.ts';
import type { FixEffect } from './fix-effect.ts';
import { OtherParsers } from './other-parsers.ts';

/** An edit that replaces the first occurrence of `part`. */
function editOf(text: string, part: string, replacement: string): Edit {
  const start = Buffer.from(text).indexOf(part);
  if (start < 0) throw new Error(`${part} is not in the text`);
  return { span: { start, end: start + Buffer.byteLength(part) }, replacement };
}

type Part = readonly [part: string, replacement: string];

function effectOf(name: string, text: string, ...parts: readonly Part[]): FixEffect {
  return effectOn(['FooBot'], name, text, ...parts);
}

function effectOn(
  crawlers: readonly string[],
  name: string,
  text: string,
  ...parts: readonly Part[]
): FixEffect {
  const body = Buffer.from(text);
  const edits = parts.map(([part, replacement]) => editOf(text, part, replacement));
  const others = dialects.filter((dialect) => dialect.name !== name);
  return new OtherParsers(body, others, crawlers).effectOf(applyEdits(body, edits), edits);
}

/** The reported effect, and the edits that it blames. */
function said(effect: FixEffect): unknown {
  if (effect.kind !== 'moved') return effect.kind;
  return [effect.text, ...(effect.blamed?.keys() ?? [])];
}

const GROUP = 'User-agent: *\n';

describe('the effect of an edit on a parser', () => {
  it.each([
    [
      'that takes the first rule',
      'python',
      'Allow: /a\nDisallow: /\nAllow: /a\n',
      'Allow: /a\nDisallow',
      'Disallow',
      ['python: FooBot may no longer fetch /a, which RFC 9309 allows', 14],
    ],
    [
      'without wildcards',
      'wget',
      'Disallow: /a\nDisallow: /*a\n',
      'Disallow: /a\n',
      '',
      ['wget: FooBot may fetch /a, which RFC 9309 disallows', 14],
    ],
    [
      'that drops a semicolon at the end of a pattern',
      'python',
      'Disallow: /a;*\n',
      ';*',
      ';',
      ['python: FooBot may no longer fetch /a, which RFC 9309 allows', 26],
    ],
    [
      'that drops a question mark at the end of a pattern',
      'python',
      'Disallow: /a/?*\n',
      '?*',
      '?',
      ['python: FooBot may no longer fetch /a/, which RFC 9309 allows', 27],
    ],
    [
      'that ends a group at a blank line',
      'yandex',
      'Disallow: /a\nDisallow: /b\n',
      '/a\nDis',
      '/a\n\nDis',
      ['yandex: FooBot may fetch /b, which RFC 9309 disallows', 24],
    ],
    [
      'for which a rule becomes one of the same length',
      'python',
      'Disallow: /a\nDisallow: /b\n',
      '/a',
      '/c',
      ['python: FooBot may fetch /a, which RFC 9309 disallows', 24],
    ],
    [
      'for which a rule becomes another kind',
      'python',
      'Disallow: /a\n',
      'Disallow',
      'Allow',
      ['python: FooBot may fetch /a, which RFC 9309 disallows', 14],
    ],
    [
      'for which a rule is new',
      'python',
      'Disallow: /a\n# x\n',
      '# x',
      'Disallow: /',
      ['python: FooBot may no longer fetch /, which RFC 9309 allows', 27],
    ],
    [
      'for which a rule behind the edited one no longer decides',
      'python',
      'Disallow: /a*\nAllow: /a/b\n',
      '/a*',
      '/a',
      ['python: FooBot may no longer fetch /a/b, which RFC 9309 allows', 24],
    ],
    [
      'that reads a file only once a rule is gone',
      'python',
      'Disallow: http://[::1\nDisallow: /*b\n',
      'Disallow: http://[::1\n',
      '',
      ['python: FooBot may fetch /b, which RFC 9309 disallows'],
    ],
    [
      'for which a rule is new behind one that stays',
      'python',
      'Disallow: /a\n',
      '/a\n',
      '/a\nDisallow: /\n',
      ['python: FooBot may no longer fetch /, which RFC 9309 allows', 24],
    ],
    ['that reads as RFC 9309 does', 'rfc9309', 'Disallow: /a\n', '/a', '/b', 'none'],
    ['that never agreed with RFC 9309', 'python', 'Disallow: /\nAllow: /a\n', 'Allow: /a\n', '', 'none'],
    ['that agrees as before', 'python', 'Disallow: /a\nDisallow: /a/b\n', 'Disallow: /a/b\n', '', 'none'],
    ['that reads no rule in the line', 'python', 'Disallow: /a\nFrob: /b\n', 'Frob: /b\n', '', 'none'],
    ['for which a comment is new', 'python', 'Disallow: /a\n', '/a', '/a # x', 'none'],
  ])('%s', (_, name, rules, part, replacement, expected) => {
    expect(said(effectOf(name, GROUP + rules, [part, replacement]))).toEqual(expected);
  });

  it('is blamed on each edit that has one', () => {
    const text = `${GROUP}Disallow: /a\nDisallow: /b\nDisallow: /c\n`;
    const effect = effectOf('python', text, ['Disallow: /a\n', ''], ['/b', '/b/'], ['/c', '/c # x']);
    expect(said(effect)).toEqual(['python: FooBot may fetch /a, which RFC 9309 disallows', 14, 37]);
    expect(effect).toHaveProperty(
      'blamed',
      new Map([
        [14, 'python: FooBot may fetch /a, which RFC 9309 disallows'],
        [37, 'python: FooBot may fetch /b, which RFC 9309 disallows'],
      ]),
    );
  });

  it('is on the crawlers whose group is edited alone', () => {
    const text = `User-agent: aa\nDisallow: /a\n\n${GROUP}Disallow: /b\n`;
    expect(said(effectOf('python', text, ['/a', '/c']))).toEqual([
      'python: aa may fetch /a, which RFC 9309 disallows',
      25,
    ]);
    expect(said(effectOf('python', text, ['/b', '/d']))).toEqual([
      'python: FooBot may fetch /b, which RFC 9309 disallows',
      53,
    ]);
  });

  it('is on crawlers that come to other groups', () => {
    const text = `${GROUP}Disallow: /a\n`;
    expect(said(effectOf('python', text, ['*', 'aa']))).toEqual([
      'python: FooBot may fetch /a, which RFC 9309 disallows',
    ]);
    const two = `User-agent: aa\nDisallow: /\n\n${GROUP}Disallow: /b\n`;
    expect(said(effectOf('python', two, ['aa', 'FooBot']))).toEqual([
      'python: FooBot may no longer fetch /, which RFC 9309 allows',
    ]);
  });

  it('is on names that the parser finds in other groups than RFC 9309 does', () => {
    const text = `User-agent: aa\nDisallow: /a\n\nUser-agent: bb\nDisallow: /\n\n${GROUP}Disallow: /a\n`;
    expect(
      said(effectOf('python', text, ['User-agent: aa\nDisallow: /a', 'User-agent: aa\nDisallow: /b'])),
    ).toEqual(['python: aa may fetch /a, which RFC 9309 disallows', 0]);
    const own = `User-agent: aa\nDisallow: /x\n\n${GROUP}Disallow: /x\n`;
    expect(said(effectOf('python', own, ['*', 'aa-X']))).toEqual([
      'python: FooBot may fetch /x, which RFC 9309 disallows',
    ]);
  });

  it('is on each group that is edited', () => {
    const text = `User-agent: aa\nDisallow: /a\n\n${GROUP}Disallow: /b\n`;
    expect(effectOf('python', text, ['/a', '/c'], ['/b', '/d'])).toHaveProperty(
      'blamed',
      new Map([
        [15, 'python: aa may fetch /a, which RFC 9309 disallows'],
        [43, 'python: FooBot may fetch /b, which RFC 9309 disallows'],
      ]),
    );
  });

  it('is on a crawler for which RFC 9309 chooses another group than the parser does', () => {
    const text = `User-agent: foo\nAllow: /a\nDisallow: /a/b\n\n${GROUP}Allow: /\n`;
    const effect = effectOn(['Other', 'FooBot'], 'python', text, ['Allow: /a\n', '']);
    expect(said(effect)).toEqual(['python: FooBot may no longer fetch /a/b, which RFC 9309 allows', 16]);
    const own = `User-agent: foo\nDisallow: /a\n\n${GROUP}Disallow: /a/b\n`;
    expect(said(effectOf('python', own, ['Disallow: /a\n', 'Allow: /a\n']))).toEqual([
      'python: FooBot may fetch /a/b, which RFC 9309 disallows',
      16,
    ]);
  });

  it('is on rules that a parser sorts into another order once one is gone', () => {
    const rules =
      'Disallow: /*\nDisallow: /b\nAllow: /b\nAllow: /b\nAllow: /a\nDisallow: /a\nDisallow: /ab\nAllow: /ab\nAllow: /ab\nAllow: /ab\nAllow: /ab\n';
    const text = `${GROUP}${rules}${'Disallow: /*\n'.repeat(6)}`;
    expect(said(effectOf('reppy', text, ['Allow: /b\n', '']))).toEqual([
      'reppy: FooBot may no longer fetch /ab, which RFC 9309 allows',
    ]);
  });

  it('is none on parsers for which it is proven', () => {
    const text = `${GROUP}Disallow: /a\n`;
    expect(said(effectOf('', text, ['/a', '/b']))).toBe('none');
  });

  it('is undecided in a file that takes too long to read or to ask', () => {
    const many = Array.from({ length: 4_000 }, (_, at) => `Disallow: /${at}`).join('\n');
    expect(said(effectOf('python', `${GROUP}${many}\n`, ['/7\n', '/x\n']))).toEqual([
      'python: FooBot may fetch /7, which RFC 9309 disallows',
      expect.any(Number),
    ]);
    const more = `${GROUP}${`Disallow: /${'x'.repeat(50)}\n`.repeat(12_000)}`;
    expect(said(effectOf('python', more, [GROUP, `${GROUP}Disallow: /a\n`]))).toBe('undecided');
  });
});
