/** Tests the open corpus in `examples/corpus`, and the results that `docs/corpus.md` derives from it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { buildOnce } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { robots } from './command.ts';

beforeAll(buildOnce);

const examples = fileURLToPath(new URL('../../../examples/corpus/', import.meta.url));
const CRAWLS = [2023, 2024, 2025, 2026].map((year) => `crawl-${year}.warc.gz`);

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'robots-corpus-'));
}

interface Counted {
  readonly base: { readonly rows: number; readonly where: string };
  readonly crawlers: readonly {
    readonly name: string;
    readonly byMonth: Readonly<Record<string, { none: number; some: number; all: number }>>;
  }[];
}

describe('the example corpus', () => {
  it('is what its script makes', () => {
    const made = folder();
    execFileSync(process.execPath, [join(examples, 'make.js'), made]);
    const [ranks, others] = [made, examples].map((place) => readFileSync(join(place, 'ranks.csv'), 'utf8'));
    expect(ranks).toBe(others);
    for (const file of CRAWLS) {
      const [one, other] = [made, examples].map((place) => gunzipSync(readFileSync(join(place, file))));
      expect(one?.equals(other as Uint8Array), file).toBe(true);
    }
  });

  it('has the table that robots warc makes of it, a row for each capture', async () => {
    const out = join(folder(), 'corpus.ndjson');
    const made = await robots([
      ...['warc', ...CRAWLS.map((file) => join(examples, file)), '--agents', 'registry:training'],
      ...['--join', join(examples, 'ranks.csv'), '--workers', '1', '--out', out],
    ]);
    expect(made.exit, made.stderr).toBe(0);
    const columns =
      'url, fetched_at::TIMESTAMP, status, outcome, content, sha256, rules, json_array_length(usage::JSON), rank, crawlers.GPTBot.allows, crawlers.CCBot.targets."/"';
    const { stdout, stderr } = await robots([
      'sql',
      `(SELECT ${columns} FROM '${out}' EXCEPT ALL SELECT ${columns} FROM '${join(examples, 'corpus.parquet')}')
       UNION ALL (SELECT ${columns} FROM '${join(examples, 'corpus.parquet')}' EXCEPT ALL SELECT ${columns} FROM '${out}')`,
      '--format',
      'ndjson',
    ]);
    expect([stdout, stderr]).toEqual(['', '']);
    expect(readFileSync(out, 'utf8').trimEnd().split('\n')).toHaveLength(160);
  });

  it.each(['share', 'named', 'decided'])('has the table of %s.sql that the page shows', async (name) => {
    const page = readFileSync(fileURLToPath(new URL('../../../docs/corpus.md', import.meta.url)), 'utf8');
    const { stdout, stderr } = await robots(['sql', '--file', join(examples, `${name}.sql`)]);
    expect(stderr).toBe('');
    expect(page).toContain(`$ robots sql --file examples/corpus/${name}.sql\n${stdout}\`\`\``);
  });

  it('has one base for shares: share.sql, robots summary and the pictures count alike', async () => {
    const query = await robots(['sql', '--file', join(examples, 'share.sql'), '--format', 'ndjson']);
    const years = query.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, number>);
    const summary = await robots(['summary', join(examples, 'corpus.parquet'), '--format', 'json']);
    const { base, crawlers } = JSON.parse(summary.stdout) as Counted;
    expect(base.rows).toBe(years.reduce((sum, { sites = 0 }) => sum + Number(sites), 0));
    const sql = readFileSync(join(examples, 'share.sql'), 'utf8');
    expect(sql).toContain(`WHERE ${base.where}\n`);
    for (const { year, sites, ...shares } of years) {
      for (const [name, share] of Object.entries(shares)) {
        const months = Object.entries(crawlers.find((one) => one.name === name)?.byMonth ?? {});
        const of = months.filter(([month]) => month.startsWith(`${year}-`)).map(([, counts]) => counts);
        const none = of.reduce((sum, counts) => sum + counts.none, 0);
        const all = of.reduce((sum, counts) => sum + counts.none + counts.some + counts.all, 0);
        expect([all, Math.round((100 * none) / all)], `${name} ${year}`).toEqual([
          Number(sites),
          Number(share),
        ]);
      }
    }
    const [first, last] = [years[0]?.['GPTBot'], years.at(-1)?.['GPTBot']];
    const words = `Sites that are closed to five AI crawlers, in percent, 2023 to 2026: GPTBot from ${first} to ${last}`;
    for (const name of ['corpus.md', 'guides/study-a-corpus.md']) {
      expect(
        readFileSync(fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url)), 'utf8'),
      ).toContain(words);
    }
    expect(readFileSync(new URL('../../../docs/corpus-share.svg', import.meta.url), 'utf8')).toContain(
      '% of sites that serve a robots.txt',
    );
  });
});
