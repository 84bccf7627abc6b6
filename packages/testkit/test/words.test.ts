/**
 * Tests that `docs/words.md` lists the members of answers in the order of the schemas, and the errors of the table of
 * errors.
 */
import { readFileSync } from 'node:fs';
import { errorKinds } from '@robots-exclusion/operations';
import { greatestLimits } from '@robots-exclusion/operations/limits';
import { describeOperations } from '@robots-exclusion/operations/schemas';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../../../docs/words.md', import.meta.url), 'utf8');
const { $defs } = describeOperations(greatestLimits);

function membersOf(name: string): string[] {
  return Object.keys(($defs[name] as { properties: object }).properties);
}

/** The code names in the first cells of a table. The table follows `heading`, and its header begins with `first`. */
function namesIn(heading: string, first: string): string[] {
  const section = page.slice(page.indexOf(`\n## ${heading}\n`));
  const table = section.slice(section.indexOf(`\n| ${first} |`));
  const [, ...rows] = (/^\n(?:\|.*\n)+/.exec(table)?.[0] ?? '').trim().split('\n').slice(1);
  return rows.flatMap((row) => namesOf(row.split('|')[1] ?? ''));
}

function namesOf(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
}

/** The code names in the sentence that begins with `start`. */
function namesBehind(start: string): string[] {
  const at = page.indexOf(start);
  expect(at, start).toBeGreaterThan(0);
  return namesOf(page.slice(at + start.length).split(/\.\s/, 1)[0] as string);
}

describe('the words of', () => {
  it.each([
    ['A decision', 'Member', 'Decision'],
    ['Findings', 'Member of a finding', 'Finding'],
  ])('%s, in their order', (heading, first, schema) => {
    expect(namesIn(heading, first)).toEqual(membersOf(schema));
  });

  it('a crawler', () => {
    expect(namesIn('A decision', '`crawler` | Meaning').sort()).toEqual(membersOf('Crawler').sort());
  });

  it('a preflight, readings and what is stated about use', () => {
    const told = namesBehind('`robots_preflight` answer with ');
    expect(membersOf('PreflightAnswer').filter((member) => !told.includes(member))).toEqual([]);
    const usage = namesBehind('`usage` has ');
    expect(membersOf('Usage').filter((member) => !usage.includes(member))).toEqual([]);
    const readings = namesBehind('answer each URL for each crawler with `url`, ');
    expect(
      membersOf('Readings').filter((member) => !['url', 'evidence', ...readings].includes(member)),
    ).toEqual([]);
  });

  it('errors, each with what to do, its status and its exit code', () => {
    const section = page.slice(page.indexOf('\n## Errors\n'));
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    const told = rows.flatMap((row) => {
      const [, codes = '', again, status, exitCode] = row.split('|').map((cell) => cell.trim());
      return namesOf(codes).map((code) => [
        code,
        { retry: RETRY[again ?? ''], status: Number(status), exitCode: Number(exitCode) },
      ]);
    });
    const kinds = Object.entries(errorKinds).map(([code, { retry, status, exitCode }]) => [
      code,
      { retry, status, exitCode },
    ]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(kinds));
  });
});

const RETRY: Readonly<Record<string, string>> = {
  never: 'never',
  later: 'later',
  'with a smaller question': 'smaller',
};
