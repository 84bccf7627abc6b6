import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../bytes/edit.ts';
import { compile } from '../engine/compile.ts';
import { parse } from '../parse/parse.ts';
import { fixAll } from './fix.ts';
import { findClaims, lint } from './lint.ts';

const numbered = (count: number, line: (number: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');

const STARS = { rules: { 'needless-trailing-star': 'info' } } as const;
const brief = (text: string) => lint(text, STARS).map(({ code, line, message }) => ({ code, line, message }));

function fixed(text: string): string {
  const octets = new TextEncoder().encode(text);
  const edits = lint(text).flatMap(({ fixes = [] }) => fixes.filter((fix) => !fix.changesVerdicts));
  return new TextDecoder().decode(
    applyEdits(
      octets,
      edits.flatMap((fix) => fix.edits),
    ),
  );
}

describe('findings that repeat', () => {
  it('are one finding that counts the others, with one fix for all', () => {
    const text = `User-agent: *\nDisallow: /a\n${numbered(20, (n) => `Disallow: /a/${n}`)}`;
    const [found, ...others] = lint(text);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      code: 'redundant-rule',
      severity: 'info',
      line: 3,
      message:
        'By RFC 9309, this rule has no effect: disallow /a (line 2) matches every URL that it matches (also in lines 4, 5, 6, 7, 8 and 14 more)',
      fixes: [{ title: 'Remove this line (and in 19 more)', changesVerdicts: false }],
    });
    expect(fixed(text)).toBe('User-agent: *\nDisallow: /a\n');
    expect(fixAll(text).made).toEqual([
      { code: 'redundant-rule', line: 3, title: 'Remove this line (and in 19 more)' },
    ]);
  });

  it('delete neighbouring lines by one edit, and others by one each', () => {
    const body = (rules: string) => `User-agent: *\nDisallow: /a\n${rules}`;
    const editsIn = (text: string) => lint(text).flatMap(({ fixes = [] }) => fixes.map(({ edits }) => edits));
    const rules = numbered(4, (n) => `Disallow: /a/${n}`);
    const [start, middle] = [body('').length, body(rules).length];
    expect(editsIn(body(rules))).toEqual([[{ span: { start, end: middle }, replacement: '' }]]);
    const [apart] = editsIn(body(`${rules}Disallow: /b\nDisallow: /a/5\n`));
    expect(apart?.map(({ span }) => span)).toEqual([
      { start, end: middle },
      { start: middle + 13, end: middle + 28 },
    ]);
  });

  it.each([
    ['duplicate-rule', `Disallow: /b\n${numbered(6, () => 'Disallow: /b')}`],
    ['needless-trailing-star', numbered(6, (n) => `Disallow: /${n}/*`)],
  ])('%s, too', (code, rules) => {
    const found = brief(`User-agent: *\n${rules}`).filter((one) => one.code === code);
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toMatch(/ \(also in lines .*\)$/);
  });

  it('are one finding for the whole file', () => {
    const rules = `Disallow: /a\n${numbered(2, (n) => `Disallow: /a/${n}`)}`;
    const text = `User-agent: *\n${rules}\nUser-agent: GPTBot\n${rules}`;
    const found = brief(text).filter(({ code }) => code === 'redundant-rule');
    expect(found.map(({ line }) => line)).toEqual([3]);
    expect(found[0]?.message).toMatch(/ \(also in lines 4, 8, 9\)$/);
  });

  it('stay apart where somebody raised their severity', () => {
    const text = `User-agent: *\nDisallow: /a\n${numbered(5, (n) => `Disallow: /a/${n}`)}`;
    expect(lint(text, { rules: { 'redundant-rule': 'error' } })).toHaveLength(5);
  });

  it('have no fix where each would change what another parser allows', () => {
    // Python uses the first rule that matches, and does not support wildcards. Without the star, line 2 would match
    // before line 3.
    const rules = numbered(4, (n) => `Disallow: /${n}*\nAllow: /${n}/b`);
    const found = lint(`User-agent: *\n${rules}`, STARS);
    expect(found.map(({ line, fixes = [] }) => [line, fixes])).toEqual([[2, []]]);
  });

  it('leave out lines that a comment silences', () => {
    const text = `User-agent: *\nDisallow: /a\n# robots-lint-disable-next-line redundant-rule\n${numbered(5, (n) => `Disallow: /a/${n}`)}`;
    const [found] = brief(text);
    expect([found?.line, found?.message.endsWith('(also in lines 6, 7, 8)')]).toEqual([5, true]);
  });

  it('keep every line and every code, and their fixes change no verdict', () => {
    const pattern = fc
      .array(fc.constantFrom('/', 'a', 'b', '*', '$'), { maxLength: 4 })
      .map((parts) => `/${parts.join('')}`);
    const rule = fc
      .tuple(fc.constantFrom('Allow', 'Disallow'), pattern)
      .map(([name, value]) => `${name}: ${value}`);
    const targets = ['/', '/a', '/b', '/aa', '/ab', '/a/b', '/b/a', '/$', '/a$', '/*', '/ab/', '/bbb', '//a'];
    fc.assert(
      fc.property(
        fc.array(rule, { minLength: 4, maxLength: 14 }),
        fc.constantFrom('', '\n', '\r\n'),
        (rules, end) => {
          const text = `User-agent: *\n${rules.join('\n')}${end}`;
          const claims = findClaims(text, {}).diagnostics;
          const found = lint(text);
          expect(new Set(found.map(({ code }) => code))).toEqual(new Set(claims.map(({ code }) => code)));
          const counted = found.reduce((sum, { message }) => sum + linesNamed(message), found.length);
          expect(counted).toBe(claims.length);
          const [before, after] = [text, fixed(text)].map((one) => compile(parse(one), 'A'));
          for (const target of targets) expect(after?.allows(target)).toBe(before?.allows(target));
        },
      ),
      { numRuns: runs(300, 4) },
    );
  });
});

/** Number of further lines that a message lists or counts. */
function linesNamed(message: string): number {
  const [, lines, more] = / \(also in lines? ([\d, ]+?)(?: and (\d+) more)?\)$/.exec(message) ?? [];
  return (lines?.split(', ').length ?? 0) + Number(more ?? 0);
}
