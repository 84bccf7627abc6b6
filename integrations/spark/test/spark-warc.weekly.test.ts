/**
 * Compares the rows that Apache Spark produces for WARC files with the rows of the command, including redirects and
 * latest captures.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildOnce } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { robotsOutput } from '../../sql/test/equality.ts';
import { needsSpark, pythonWith } from './python.ts';
import { sparkOf, submit } from './spark.ts';

/** Number of captures in a generated crawl that is compared in addition to the small archives. */
const MADE = Number(process.env['SPARK_CAPTURES'] ?? 0);

/** The driver needs more memory, because it is the only process, and compares two tables with wide rows. */
const MORE_MEMORY = MADE > 0 ? ['--conf', 'spark.driver.memory=4g'] : [];

/** Time for starting Java on a busy machine, and some milliseconds for each capture. */
const TIMEOUT_MS = 600_000 + 40 * MADE;

const archives = fileURLToPath(new URL('../../../examples/corpus/', import.meta.url));
const command = `${process.execPath} ${fileURLToPath(new URL('../../../packages/cli/bin/robots.js', import.meta.url))}`;

const python = pythonWith('pyspark', 'pyarrow', 'pandas');

describe('Apache Spark: WARC files', { ...needsSpark(python), timeout: TIMEOUT_MS }, () => {
  const base = mkdtempSync(join(tmpdir(), 'robots-spark-'));

  beforeAll(buildOnce, TIMEOUT_MS);

  it('makes rows of WARC files by the job', async () => {
    const folder = join(base, 'warc');
    const list = join(base, 'warc.paths.gz');
    const names = readdirSync(archives).filter((name) => name.endsWith('.warc.gz'));
    writeFileSync(list, gzipSync(`${names.join('\n')}\n`));
    const job = submit(sparkOf(python as string), 'local[2]', 'job.py', [
      ...[folder, '--warc', '--files-from', list, '--prefix', archives, '--max-bytes', '100000'],
      ...['--agents', 'GPTBot,CCBot', '--command', command, '--join', `${archives}ranks.csv`],
      ...['--preset', 'google', '--columns', 'url,fetched_at,outcome,crawlers', '--literal'],
    ]);
    onTestFinished(() => job.kill());
    const { code, output: said } = await job.ended();
    expect(code, said.slice(-3000)).toBe(0);
    const count = `SELECT count(*) AS rows, count(DISTINCT fetched_at) > 1 AS dated, count(rank) > 0 AS joined FROM '${folder}/*.parquet'`;
    expect(JSON.parse(await robotsOutput(['sql', count, '--format', 'ndjson']))).toEqual({
      rows: 160,
      dated: true,
      joined: true,
    });
  });

  it('makes rows and a schema equal to those of robots warc, with each option', async () => {
    const folder = join(base, 'archives');
    mkdirSync(folder);
    const paths = [
      `${archives}*.warc.gz`,
      ...redirectingArchives(folder),
      ...madeCrawl(join(folder, 'made')),
    ];
    const list = join(base, 'archives.paths');
    const names = readdirSync(folder, { recursive: true }).filter((name) => `${name}`.endsWith('.warc.gz'));
    writeFileSync(list, `${names.sort().join('\n')}\n`);
    const usual = { agents: ['GPTBot', 'CCBot'], targets: ['/'], options: [], follow: true, latest: false };
    const cases = [
      { ...usual, follow: false },
      {
        ...usual,
        agents: ['GPTBot', 'registry:search'],
        targets: ['/', '/x'],
        options: ['--preset', 'google', '--literal'],
      },
      { ...usual, agents: ['registry:training'], options: ['--preset', 'commoncrawl'], latest: true },
      {
        ...usual,
        options: [
          ...['--columns', 'warc,url,fetched_at,outcome,agents_named,crawlers,robots,http'],
          ...['--max-bytes', '200'],
        ],
        follow: false,
        latest: true,
      },
      // With this many crawlers, the column is a map.
      { ...usual, agents: manyAgents(), options: ['--columns', 'url,crawlers'] },
      { ...usual, agents: [] },
      { ...usual, agents: [], join: hostTable(base), latest: true },
      { ...usual, list, prefix: `${folder}/` },
    ].map((one, index) => ({
      join: undefined,
      list: undefined,
      prefix: '',
      ...one,
      table: join(base, `${index}.parquet`),
    }));
    for (const { table, agents, targets, options, follow, latest, join: hosts, ...one } of cases) {
      const read =
        one.list === undefined ? [archives, folder] : ['--files-from', one.list, '--prefix', one.prefix];
      const stages = [
        ...(follow ? [] : ['--no-follow']),
        ...(latest ? ['--latest'] : []),
        ...(hosts === undefined ? [] : ['--join', hosts]),
      ];
      await robotsOutput([
        ...['warc', ...read, ...agents.flatMap((name) => ['--agents', name])],
        ...['--targets', targets.join(','), '--workers', '1', '--out', table, ...options, ...stages],
      ]);
    }
    // One program runs all cases, because starting Spark takes longer than the cases.
    const args = [paths.join(','), command, JSON.stringify(cases)];
    const job = submit(sparkOf(python as string), 'local[2]', 'test/warc_equal.py', args, MORE_MEMORY);
    onTestFinished(() => job.kill());
    const { code, output: said } = await job.ended();
    expect(code, said.slice(-3000)).toBe(0);
    const results = JSON.parse(/RESULT (.*)/.exec(said)?.[1] ?? '') as { rows: number }[];
    expect(results).toEqual(results.map(({ rows }) => ({ rows, schema: true, others: 0 })));
    const [all, followed, latest] = results.map(({ rows }) => rows);
    expect([all, followed]).toEqual([160 + REDIRECTING + MADE, 160 + REDIRECTING + MADE]);
    expect(latest).toBeLessThan(100 + MADE);
    expect(results.at(-1)?.rows).toBe(REDIRECTING + MADE);
  });
});

/** A table about hosts with a column of each type, empty cells, and unusual spellings of host names. */
function hostTable(folder: string): string {
  const path = join(folder, 'hosts.csv.gz');
  const rows = [
    'R0.example,1,0.5,true,007',
    'r1.example,,2,false,"a,""b"',
    'bücher.example,3,,,é',
    'r2.example,2,1,,',
  ];
  writeFileSync(path, gzipSync(`\ufeffhost,rank_of,share,is_shop,kind\n${rows.join('\n')}\n`));
  return path;
}

function manyAgents(): string[] {
  return Array.from({ length: 101 }, (_, at) => `agent-${'x'.repeat(at)}`);
}

/** Number of `/robots.txt` captures in the redirecting archives. */
const REDIRECTING = 60;

const makeCrawl = fileURLToPath(new URL('../../../bench/corpus/make-crawl.js', import.meta.url));

/**
 * Archives of a generated crawl of the requested size. A fifth of the captures are redirects, some of them to other
 * archives.
 */
function madeCrawl(folder: string): string[] {
  if (MADE === 0) return [];
  execFileSync(process.execPath, [makeCrawl, folder, String(MADE)], { stdio: 'pipe' });
  return [join(folder, '*.warc.gz')];
}

/**
 * Two archives whose redirects lead to each other, with chains of up to seven hops, loops, and targets with several
 * captures or none.
 */
function redirectingArchives(folder: string): string[] {
  const stored = (url: string, day: number, answer: string): Buffer => {
    const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nWARC-Date: 2026-01-0${day}T00:00:00Z\r\n`;
    const block = `HTTP/1.1 ${answer}`;
    return gzipSync(`${head}Content-Length: ${block.length}\r\n\r\n${block}\r\n\r\n`);
  };
  const to = (url: string): string => `301 Moved\r\nLocation: ${url}\r\n\r\n`;
  const rules = '200 OK\r\nContent-Type: text/plain\r\n\r\nUser-agent: GPTBot\nDisallow: /\n';
  const records = Array.from({ length: REDIRECTING / 2 }, (_, at) => {
    const host = `https://r${at}.example`;
    const hops = at % 8;
    const chain = Array.from({ length: hops }, (__, hop) =>
      stored(`${host}/${hop}`, 1 + (at % 5), to(`${host}/${hop + 1}`)),
    );
    const loop = stored(`${host}/${hops}`, 7, to(`${host}/0`));
    const end = at % 3 === 0 ? stored(`${host}/${hops}`, 1 + (at % 9), rules) : loop;
    return [
      stored(`${host}/robots.txt`, 1 + (at % 7), to(`${host}/0#x`)),
      stored(
        `${host}/robots.txt`,
        9,
        at % 2 === 0 ? to('https://nowhere.example/robots.txt') : '503 No\r\n\r\n',
      ),
      ...chain,
      ...(at % 5 === 4 ? [] : [end, stored(`${host}/${hops}`, 3, rules)]),
    ];
  }).flat();
  return [0, 1].map((archive) => {
    const path = join(folder, `r${archive}.warc.gz`);
    writeFileSync(path, Buffer.concat(records.filter((_, at) => at % 2 === archive)));
    return path;
  });
}
