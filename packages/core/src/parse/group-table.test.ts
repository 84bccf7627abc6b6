import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllowed } from '../engine/is-allowed.ts';
import { groupTable } from './group-table.ts';
import { tokenAt } from './groups.ts';
import * as LineKind from './line-kind.ts';
import { kindAt, lineAt, ROW } from './line-table.ts';
import { parse } from './parse.ts';

/** Random records. The line number replaces a `#` in a path, so each rule has a path of its own. */
const records = fc.array(
  fc.constantFrom(
    'User-agent: a',
    'User-agent: b',
    'user-agent: *',
    'Disallow: /#',
    'Disallow: /#',
    'Allow: /other',
    'Content-Usage: train-ai=n',
    'Crawl-delay: 1',
    'Sitemap: https://example.com/map.xml',
    'no record',
    '# comment',
    '',
  ),
  { maxLength: 14 },
);

function textOf(lines: readonly string[]): string {
  return lines.map((line, index) => `${line.replace('/#', `/line-${index + 1}.`)}\n`).join('');
}

describe('groupTable', () => {
  it('begins a group at the first user-agent record after a rule, and ends its run at the first rule', () => {
    fc.assert(
      fc.property(records, fc.boolean(), (lines, contentUsageIsRule) => {
        const ends = contentUsageIsRule ? /^(?:dis)?allow|^content-usage/i : /^(?:dis)?allow/i;
        const expected: { start: number; runEnd: number }[] = [];
        lines.forEach((line, index) => {
          const last = expected.at(-1);
          const isOpen = last?.runEnd === Number.POSITIVE_INFINITY;
          if (/^user-agent/i.test(line) && !isOpen)
            expected.push({ start: index + 1, runEnd: Number.POSITIVE_INFINITY });
          else if (isOpen && ends.test(line)) last.runEnd = index + 1;
        });
        const document = parse(textOf(lines), { contentUsageIsRule });
        const lineOf = (row: number): number =>
          row < document.lines.length ? lineAt(document.lines, row) : Number.POSITIVE_INFINITY;
        const table = groupTable(document);
        expect(table.map(({ start }) => lineOf(start))).toEqual(expected.map(({ start }) => start));
        table.forEach(({ start, runEnd, end }, index) => {
          expect(end).toBe(table[index + 1]?.start ?? document.lines.length);
          expect(runEnd).toBeGreaterThan(start);
          const { runEnd: wanted } = expected[index] as { runEnd: number };
          if (wanted === Number.POSITIVE_INFINITY) expect(runEnd).toBe(end);
          else expect(lineOf(runEnd)).toBe(wanted);
        });
      }),
    );
  });

  it('has the groups that the one-shot scan finds', () => {
    fc.assert(
      fc.property(records, fc.constantFrom('a', 'b', 'c'), fc.boolean(), (lines, who, contentUsageIsRule) => {
        const text = textOf(lines);
        const document = parse(text, { contentUsageIsRule });
        const named = (token: string) =>
          groupTable(document).filter(({ start, runEnd }) =>
            rowsOf(start, runEnd).some(
              (row) => kindAt(document.lines, row) === LineKind.userAgent && tokenAt(document, row) === token,
            ),
          );
        const own = named(who);
        const groups = own.length > 0 ? own : named('*');
        const inForce = new Set(
          groups.flatMap(({ runEnd, end }) => rowsOf(runEnd, end)).map((row) => lineAt(document.lines, row)),
        );
        lines.forEach((line, index) => {
          if (line !== 'Disallow: /#') return;
          const isOpen = isAllowed(text, who, `/line-${index + 1}.`, { contentUsageIsRule });
          expect(isOpen).toBe(!inForce.has(index + 1));
        });
      }),
    );
  });
});

function rowsOf(start: number, end: number): number[] {
  return Array.from({ length: (end - start) / ROW }, (_, index) => start + index * ROW);
}
