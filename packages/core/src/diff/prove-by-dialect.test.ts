import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bing, yandex } from '../dialects/documented.ts';
import { google } from '../dialects/google.ts';
import { python } from '../dialects/python.ts';
import { robotsErlang } from '../dialects/robots-erlang.ts';
import { compile } from '../engine/compile.ts';
import { type Dialect, rfc9309 } from '../parse/dialect.ts';
import { parse } from '../parse/parse.ts';
import { proveSameVerdicts } from './prove-same-verdicts.ts';

const letter = fc.constantFrom('a', 'b', '/', '*', '$', '%41', '%3a', '%', ':', '|', ' ', '~', 'é', 'A');
const value = fc
  .tuple(fc.constantFrom('/', '/', '*', '', 'a', '/a', '/index.htm'), fc.array(letter, { maxLength: 3 }))
  .map(([first, rest]) => first + rest.join(''));
const line = fc.oneof(
  { weight: 3, arbitrary: value.map((path) => `Disallow: ${path}`) },
  { weight: 3, arbitrary: value.map((path) => `Allow: ${path}`) },
  value.map((path) => `Disalow: ${path}`),
  fc
    .constantFrom('A', 'a', 'Ab', 'A1', '*', 'Foo', '', 'A b', '*b', '* b', 'b-')
    .map((name) => `User-agent: ${name}`),
  fc.constantFrom('', ' ', '# a', 'Crawl-delay: 1', 'x', 'Disallow /a', ': a', 'Sitemap: b'),
);
const file = fc.array(line, { maxLength: 9 }).map((lines) => `User-agent: *\n${lines.join('\n')}\n`);
/** A file and a copy that differs in one line. */
const pair = fc
  .tuple(file, fc.nat(), line, fc.constantFrom('change', 'remove', 'repeat'))
  .map(([before, at, other, how]) => {
    const lines = before.split('\n');
    const index = 1 + (at % Math.max(1, lines.length - 2));
    const replaced = { change: [other], remove: [], repeat: [lines[index] ?? '', lines[index] ?? ''] }[how];
    return [before, lines.toSpliced(index, 1, ...replaced).join('\n')] as const;
  });

const CRAWLERS = ['A', 'Ab', 'Abc', 'A1', 'Foo', 'b-', 'Other', 'b'];
const ENDS = [
  '',
  'a',
  'b',
  '/',
  '$',
  '%41',
  '%3A',
  '%3a',
  ':',
  '|',
  '%7C',
  ' ',
  '%20',
  '~',
  '%C3%A9',
  'A',
  '*',
  'index.htm',
];
const TARGETS = ENDS.flatMap((first) => ENDS.map((second) => `https://h.test/${first}${second}`));

function answers(dialect: Dialect, body: string): string {
  const document = parse(body, { dialect });
  return CRAWLERS.map((crawler) => {
    const rules = compile(document, crawler);
    return TARGETS.map((target) => Number(rules.allows(target))).join('');
  }).join();
}

describe.each([google, yandex, rfc9309])('by $name', (dialect) => {
  it('proves only what holds, and every change has a witness', () => {
    const numRuns = runs(200, 8);
    const counts = { equal: 0, changed: 0, undecided: 0 };
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const proof = proveSameVerdicts(before, after, { dialects: [dialect] });
        counts[proof.kind]++;
        expect(proof.kind).not.toBe('undecided');
        if (proof.kind === 'equal') expect(answers(dialect, after)).toBe(answers(dialect, before));
        // For Yandex, the comparison also includes targets that its normalization never produces.
        if (proof.kind !== 'changed' || dialect === yandex) return;
        const [crawler] = proof.crawlers as [string];
        const name = crawler === '*' ? 'Nobody' : crawler;
        const allowed = [before, after].map((body) =>
          compile(parse(body, { dialect }), name).allows(`https://h.test${proof.region.witness}`),
        );
        expect(allowed).toEqual([proof.region.direction === 'closed', proof.region.direction === 'opened']);
      }),
      { numRuns },
    );
    // A mutation run tries too few cases for this check.
    if (numRuns >= 100) expect(Math.min(counts.equal, counts.changed)).toBeGreaterThan(5);
  });
});

describe('of dialects that cannot be compared exactly', () => {
  it.each([python, robotsErlang, bing])('$name: proves only what holds', (dialect) => {
    let equal = 0;
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const proof = proveSameVerdicts(before, after, { dialects: [dialect] });
        expect(proof.kind).not.toBe('changed');
        if (proof.kind !== 'equal') return;
        equal++;
        expect(answers(dialect, after)).toBe(answers(dialect, before));
      }),
      { numRuns: runs(150, 5) },
    );
    expect(equal).toBeGreaterThan(0);
  });
});

it('keeps the rank of rules, wherever they stand', () => {
  const rules = ['Disallow: /a/b', 'Allow: /a', 'Disallow: /c', 'Allow: /c/d'];
  const [before, after] = [rules, [...rules].reverse()].map(
    (lines) => `User-agent: *\n${lines.join('\n')}\n`,
  );
  expect(proveSameVerdicts(before as string, after as string, { dialects: [google] })).toEqual({
    kind: 'equal',
  });
});

it('names the dialect whose verdicts change', () => {
  const before = 'User-agent: *\nDisallow: /wiki/Special:Random\nDisallow: /wiki/Special%3ARandom\n';
  const after = 'User-agent: *\nDisallow: /wiki/Special%3ARandom\n';
  expect(proveSameVerdicts(before, after).kind).toBe('equal');
  expect(proveSameVerdicts(before, after, { dialects: [rfc9309, google] })).toMatchObject({
    kind: 'changed',
    dialect: 'google',
    crawlers: ['*'],
    region: { direction: 'opened', witness: '/wiki/Special:Random', before: { line: 2 } },
  });
});
