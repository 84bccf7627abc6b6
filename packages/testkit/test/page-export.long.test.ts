/** Compares the page's CSV with that of `robots check`, cell by cell. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arbitrarySheet, buildOnce, runCommand, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { agents } from 'robots-exclusion/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '../../../apps/workbench/src/panels/verdicts/job.ts';
import { pageCrawler } from './doors/page.ts';

const QUESTIONS = runs(10_000, 1000);
const SEED = Number(process.env['ROBOTS_TEST_SEED'] ?? 9309);

let folder: string;

beforeAll(async () => {
  await buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'export-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function linesOf(csv: string): string[] {
  return csv.trimEnd().split(/\r?\n/);
}

/** What the page saves for a list, with columns of its own after the command's. */
function pageCsv(
  draft: string,
  source: string,
  urls: readonly string[],
  tokens: readonly string[],
): string[] {
  const crawlers = tokens.map((token) => pageCrawler(token)!);
  const own = { source, state: 'draft' } as const;
  const files = { draft, origin: '', others: new Map<string, string>(), own };
  const parts = [
    ...(jobs['verdicts.output'](
      { ...files, format: 'csv', crawlers, urls, reading: 'rfc9309' },
      () => {},
    ) as Iterable<string>),
  ];
  return linesOf(parts.join(''));
}

describe('the CSV of the page', () => {
  it(`has the cells of the command for ${QUESTIONS} generated questions`, async () => {
    let asked = 0;
    for (const { robots, agents: names, paths } of fc.sample(arbitrarySheet(agents), {
      seed: SEED,
      numRuns: QUESTIONS,
    })) {
      const tokens = names.filter((name): name is string => pageCrawler(name)?.token === name);
      if (tokens.length === 0) continue;
      const file = join(folder, 'robots.txt');
      const list = join(folder, 'urls.txt');
      // The page's draft is text. The command adds a scheme to a listed text that can be a host.
      const draft = Buffer.from(robots).toString();
      const urls = paths.filter(
        (path) => path.startsWith('/') && path.trim() === path && !/[\r\n]/.test(path),
      );
      writeFileSync(file, draft);
      writeFileSync(list, urls.join('\n'));
      const flags = tokens.flatMap((token) => ['--agent', token]);
      const { stdout } = await runCommand([
        'check',
        '--urls',
        list,
        '--robots',
        file,
        '--format',
        'csv',
        ...flags,
      ]);
      const page = pageCsv(draft, file, urls, tokens);
      expect(page.map((row) => row.replace(/,(?:fetched_at,state|,draft|,)$/, ''))).toEqual(linesOf(stdout));
      asked += tokens.length * urls.length;
      if (asked >= QUESTIONS) break;
    }
    expect(asked).toBeGreaterThanOrEqual(QUESTIONS);
  });
});
