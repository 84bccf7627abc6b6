/** Compares the reported effects of edits on other parsers with the verdicts of these parsers. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, type Edit } from '../bytes/edit.ts';
import { WorkBudget } from '../compare/work-budget.ts';
import { dialects } from '../dialects/index.ts';
import { proveForAllTokens } from '../diff/prove-same-verdicts.ts';
import { compile } from '../engine/compile.ts';
import { rfc9309 } from '../parse/dialect.ts';
import { parse } from '../parse/parse.ts';
import { concernedNames } from './concerned-names.ts';
import { movedEdits } from './moved-edits.ts';
import { OtherParsers } from './other-parsers.ts';

const value = fc.constantFrom(
  '/',
  '',
  '/a',
  '/a/b',
  '/b',
  '/a*b',
  '/*b',
  '/a$',
  '/a$b',
  '/a*$b',
  '/a?',
  '/a?*',
  '/a;*',
  '/a/',
  'a',
  '/B',
);
const rule = fc
  .tuple(fc.constantFrom('Disallow', 'Disallow', 'Allow'), value)
  .map((parts) => parts.join(': '));
const name = fc.constantFrom('*', 'aa', 'bb', 'aa-news').map((token) => `User-agent: ${token}`);
const other = fc.constantFrom('', '# x', 'Crawl-delay: 9', 'Sitemap: https://a.test/s', 'Frob: x', ' ');
const line = fc.oneof(
  { weight: 6, arbitrary: rule },
  { weight: 2, arbitrary: name },
  { weight: 1, arbitrary: other },
);
const written = fc.oneof({ weight: 2, arbitrary: rule }, { weight: 1, arbitrary: fc.oneof(name, other) });

interface Case {
  readonly text: string;
  readonly edits: readonly Edit[];
  /** Paths of the lines that the edits delete or write. */
  readonly paths: readonly string[];
}

const part = fc.record({
  line,
  edit: fc.constantFrom('keep', 'keep', 'keep', 'keep', 'delete', 'delete', 'replace', 'insert'),
  written,
});
const octetsOf = (text: string): number => Buffer.byteLength(text);

const begin = fc.constantFrom(
  'User-agent: *',
  'User-agent: *',
  'User-agent: aa',
  '',
  '\ufeffUser-agent: *',
  '\ufeffUser-agent: aa',
);
const lineEnd = fc.constantFrom('\n', '\r\n', '\r');

/** A file and edits of whole lines. Each line is kept, deleted, replaced, or followed by a new line. */
const cases: fc.Arbitrary<Case> = fc
  .tuple(begin, lineEnd, fc.array(part, { maxLength: 9 }))
  .map(([first, end, all]) => {
    let text = `${first}${end}`;
    const edits: Edit[] = [];
    const paths: string[] = [];
    for (const { line, edit, written } of all) {
      const start = octetsOf(text) + (edit === 'insert' ? line.length + end.length : 0);
      text += `${line}${end}`;
      if (edit === 'keep') continue;
      edits.push({
        span: { start, end: octetsOf(text) },
        replacement: edit === 'delete' ? '' : `${written}${end}`,
      });
      for (const one of edit === 'insert' ? [written] : [line, written]) {
        const [, path] = /llow: ?(.*)$/.exec(one) ?? [];
        if (path?.startsWith('/')) paths.push(path.replace(/\$.*/, '').replaceAll('*', 'x'));
      }
    }
    return { text, edits, paths };
  });

/**
 * Yields verdicts that agreed with RFC 9309 before the edits and no longer do. The complete parser computes these
 * verdicts.
 */
function* answersThatMoved({ text, edits, paths }: Case, names: readonly string[]) {
  const [before, after] = [Buffer.from(text), applyEdits(Buffer.from(text), edits)];
  for (const who of names) {
    const standard = compile(parse(before), who);
    for (const dialect of dialects) {
      const [was, is] = [before, after].map((octets) => compile(parse(octets, { dialect }), who));
      for (const target of ['/', ...paths]) {
        const allowed = standard.allows(target);
        if (was?.allows(target) === allowed && is?.allows(target) !== allowed)
          yield { dialect: dialect.name, who, target };
      }
    }
  }
}

/** Matches the description of an effect: `google: aa may no longer fetch /a, which RFC 9309 allows`. */
const SENTENCE = /^(\S+): (\S+) may (no longer )?fetch (.+), which RFC 9309 (allows|disallows)$/;

/** With fewer runs, it may happen that no edit moves any parser away from RFC 9309. */
const LEAST_RUNS = 30;

describe('the effect of edits on other parsers', () => {
  it('is a change of the parser that it names, or none if no parser moves', () => {
    const seen = { none: 0, moved: 0 };
    const property = fc.property(cases, (one) => {
      const body = Buffer.from(one.text);
      const after = applyEdits(body, one.edits);
      const proof = proveForAllTokens([parse(body), parse(after)], new WorkBudget(2_000));
      if (proof.kind !== 'equal') return;
      const effect = new OtherParsers(body, [], ['aa']).effectOf(after, one.edits);
      const names = concernedNames(parse(body), movedEdits(one.edits), ['aa']);
      if (effect.kind === 'moved') {
        seen.moved++;
        const texts = [effect.text, ...(effect.blamed?.values() ?? [])];
        for (const text of texts) {
          const [, by, who = '', no, shown = '', says] = SENTENCE.exec(text) ?? [];
          const target = shown.replaceAll('\\x0d', '\r');
          const dialect = dialects.find((one) => one.name === by);
          const [standard, was, is] = [
            compile(parse(body), who),
            compile(parse(body, { dialect: dialect ?? rfc9309 }), who),
            compile(parse(after, { dialect: dialect ?? rfc9309 }), who),
          ].map((rules) => rules.allows(target));
          expect([text, standard, was, is]).toEqual([text, says === 'allows', standard, !standard]);
          expect(no !== undefined).toBe(standard);
        }
        for (const start of effect.blamed?.keys() ?? [])
          expect(one.edits.map(({ span }) => span.start)).toContain(start);
        return;
      }
      expect(effect.kind).toBe('none');
      seen.none++;
      expect([...answersThatMoved(one, names)]).toEqual([]);
    });
    fc.assert(property, { numRuns: Math.max(LEAST_RUNS, runs(600)) });
    expect(Math.min(seen.none, seen.moved)).toBeGreaterThan(0);
  });
});
