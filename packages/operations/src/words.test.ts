/** Tests lists within sentences: short lists are complete, and long lists state the number of omitted items. */
import { expect, it } from 'vitest';
import { agentsWords } from './agents/words.ts';
import { lintWords } from './lint/words.ts';
import { reachWords } from './reach/words.ts';
import { caller, counted, line, linesText, listText, plainText, site } from './words.ts';

it.each([
  [[], 0, ''],
  [['a'], 0, 'a'],
  [['a', 'b', 'c', 'd'], 0, 'a, b, c, d'],
  [['a', 'b', 'c', 'd', 'e'], 0, 'a, b, c, d and 1 more'],
  [['a', 'b', 'c', 'd', 'e'], 7, 'a, b, c, d and 8 more'],
  [['a'], 7, 'a and 7 more'],
  [['a'.repeat(60), 'b'.repeat(500_000)], 0, `${'a'.repeat(60)}, ${'b'.repeat(59)}…`],
])('$2, with $1 left out', (items, left, text) => {
  expect(listText(items, left)).toBe(text);
});

it.each([
  [[3], 'line 3'],
  [[3, 9], 'lines 3, 9'],
  [[1, 2, 3, 4, 5, 6], 'lines 1, 2, 3, 4 and 2 more'],
])('lines %j', (lines, text) => {
  expect(linesText(lines)).toBe(text);
});

it('a line without marks has all its segments', () => {
  expect(plainText(line`a ${1} ${site('<b>')} ${caller('c\n')}`)).toBe('a 1 <b> c\n');
});

it.each([
  [0, '0 findings', '0 crawlers'],
  [1, '1 finding', '1 crawler'],
  [2, '2 findings', '2 crawlers'],
])('%i is counted in singular or plural', (count, findings, crawlers) => {
  const all = Array.from({ length: count });
  const agent = { token: 'FooBot', operator: 'Foo', purposes: [], reach: 'all' };
  const first = (words: ReturnType<typeof lintWords>): string => plainText(words[0] ?? []);
  expect(plainText([counted(count, 'finding')])).toBe(findings);
  expect(first(lintWords({ findings: [], findingsOmitted: count }))).toBe(findings);
  expect(first(agentsWords({ results: all.map(() => agent) } as never))).toBe(crawlers);
  expect(first(reachWords({ results: all.map(() => agent) } as never))).toBe(
    `${crawlers} that no group names`,
  );
});
