/** Checks that all operations, including new ones, use one vocabulary in descriptions, inputs and answers. */
import { describe, expect, it } from 'vitest';
import { describeOperations } from './catalogue.ts';
import { greatestLimits } from './limits.ts';

const { operations, $defs } = describeOperations(greatestLimits);

/** The member names of every object to which a definition refers, one list per object. */
function membersOf(node: unknown, seen = new Set<string>()): string[][] {
  if (typeof node !== 'object' || node === null) return [];
  const { $ref, properties } = node as { $ref?: string; properties?: object };
  if ($ref !== undefined && !seen.has($ref)) {
    seen.add($ref);
    return membersOf($defs[$ref.slice('#/$defs/'.length)], seen);
  }
  const below = Object.values(node).flatMap((part) => membersOf(part, seen));
  return properties === undefined ? below : [Object.keys(properties), ...below];
}

/**
 * Operations that do not have the member `dialect`, because a profile determines the dialect, or because their proofs
 * and judgments always use RFC 9309.
 */
const READ_BY_OTHER_MEANS: readonly string[] = ['lint', 'diff', 'reach', 'ai-access', 'audit'];

describe.each(Object.entries(operations))('%s', (name, { question, answer }) => {
  const asked = membersOf(question);
  const [first = []] = asked;

  it('takes a file as text or as octets', () => {
    for (const members of asked) expect(members.includes('robots')).toBe(members.includes('robotsBase64'));
  });

  it('takes crawlers and a dialect where it takes URLs', () => {
    if (!first.includes('urls')) return;
    expect(first).toContain('agents');
    expect(first.some((name) => name === 'dialect' || name === 'dialects')).toBe(true);
  });

  it('takes a dialect where it takes a file, unless that is read by other means', () => {
    const takesFile = asked.some((members) => members.includes('robots'));
    const takesDialect = first.some((member) => member === 'dialect' || member === 'dialects');
    expect(takesFile && !takesDialect).toBe(READ_BY_OTHER_MEANS.includes(name));
  });

  it('has no second word for a crawler', () => {
    const others = ['as', 'bot', 'crawler', 'crawlers', 'token', 'userAgent'];
    expect(first.filter((member) => others.includes(member))).toEqual([]);
  });

  it('says by how much each list is cut that the question can shorten', () => {
    const answered = new Set(membersOf(answer).flat());
    for (const most of first.filter((one) => one.startsWith('max'))) {
      const list = `${most.charAt(3).toLowerCase()}${most.slice(4)}`;
      expect([list, answered.has(list), answered.has(`${list}Omitted`)]).toEqual([list, true, true]);
    }
  });
});
