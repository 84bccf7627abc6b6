/** Compares the readers with GoAccess: thousands of lines of each format, and a real log. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { corpusFolder, needs } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import {
  add,
  byGoAccess,
  byReaders,
  expectAlike,
  goAccessFormats,
  needsGoAccess,
  sorted,
  testFolder,
} from './beside-goaccess.ts';

/** The unescaped path, with one character per octet, because logs contain octets that are not UTF-8. */
function decoded(path: string): string {
  return path.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** GoAccess lists at most ten agents per address, so both lists omit the agents of addresses that have more. */
function fewAgents(ours: readonly string[], theirs: readonly string[]): [string[], string[]] {
  const counts = new Map<string, number>();
  const addressIn = (pair: string): string => pair.slice(0, pair.indexOf(' '));
  for (const pair of ours) add(counts, addressIn(pair));
  const few = (pairs: readonly string[]): string[] =>
    pairs
      .filter((pair) => (counts.get(addressIn(pair)) ?? 0) <= 10)
      .map((pair) => decoded(pair).trim())
      .sort();
  return [few(ours), few(theirs)];
}

describe('readLog beside GoAccess', needsGoAccess, () => {
  it.each(goAccessFormats)('%s: counts by status and path, and agents of addresses', (name, format) =>
    expectAlike(name, format, 3000),
  );

  it('a real log', needs('the corpus: set ROBOTS_CORPUS', corpusFolder() !== undefined), async () => {
    const path = join(await testFolder(), 'access.log');
    const log = await readFile(join(corpusFolder() as string, 'logs/apache.combined.log'), 'latin1');
    // GoAccess takes a User-Agent without a closing quote for a missing one; we read it as cut.
    await writeFile(path, log.replace(/^.*[^"\n]\n/gm, ''), 'latin1');
    const [ours, theirs] = [await byReaders(path), await byGoAccess(path, 'COMBINED')];
    expect([ours.lines, ours.statuses]).toEqual([theirs.lines, theirs.statuses]);
    // GoAccess decodes escapes in paths, and trims white space.
    const known = new Map<string, number>();
    for (const [path, count] of Object.entries(ours.paths)) add(known, decoded(path).trim(), count);
    const plain = (counts: Record<string, number>) =>
      Object.fromEntries(Object.entries(counts).filter(([path]) => /^[\w./?=&:-]+$/.test(path)));
    expect(plain(sorted(known))).toEqual(plain(theirs.paths));
    const [few, theirFew] = fewAgents(ours.agents, theirs.agents);
    expect(few.length).toBeGreaterThan(1500);
    expect(few).toEqual(theirFew);
  });
});
