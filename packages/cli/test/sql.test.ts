/** `robots sql` runs DuckDB with functions that return verdicts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { besideNames, robots } from './command.ts';

beforeAll(buildOnce);

const FILE = 'User-agent: *\nDisallow: /x\n\nUser-agent: Googlebot\nAllow: /\n';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'robots-sql-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** A query over a table with one row. */
function ask(robotsSql: string, agent = "'FooBot'", url = "'/x'"): string {
  return `SELECT robots_allowed(r, a, u) AS allowed, robots_line(r, a, u) AS line FROM (VALUES (${robotsSql}, ${agent}, ${url})) t(r, a, u)`;
}

async function rows(query: string, ...options: string[]): Promise<unknown[]> {
  const { stdout, stderr } = await robots(['sql', query, '--format', 'ndjson', ...options]);
  expect(besideNames(stderr)).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const TEXT = `'${FILE}'`;

describe('robots sql', () => {
  it('answers from a file of Parquet that a query wrote', async () => {
    const file = join(folder(), 'a.parquet');
    const made = await robots(['sql', `COPY (SELECT ${TEXT} AS robots FROM range(3)) TO '${file}'`]);
    expect(made.exit).toBe(0);
    expect(
      await rows(
        `SELECT robots_allowed(robots, 'FooBot', '/x') AS foo, robots_allowed(robots, 'Googlebot-Image', '/x') AS image, count(*) AS files FROM '${file}' GROUP BY ALL`,
      ),
    ).toEqual([{ foo: false, image: true, files: 3 }]);
    expect(
      await rows(
        `SELECT robots_allowed(robots, 'Googlebot-Image', '/x') AS a FROM '${file}' LIMIT 1`,
        '--literal',
      ),
    ).toEqual([{ a: false }]);
  });

  it('reads as --dialect says; NULL where the original fails', async () => {
    const pattern = "'User-agent: *\nDisallow: /a*b\n'";
    expect(await rows(ask(pattern, undefined, "'/axb'"))).toEqual([{ allowed: false, line: 2 }]);
    expect(await rows(ask(pattern, undefined, "'/axb'"), '--dialect', 'koster-1994')).toEqual([
      { allowed: true, line: null },
    ]);
    const failing = ask("'User-agent: *\nDisallow: /\n'", undefined, "'http:/a'");
    expect(await rows(failing, '--dialect', 'robots-parser')).toEqual([{ allowed: null, line: null }]);
    const literal = ask(TEXT, "'Googlebot-Image'");
    expect(await rows(literal, '--dialect', 'rfc9309')).toEqual([{ allowed: false, line: 2 }]);
  });

  it.each([
    [['--dialect', 'nobody'], 'Cannot use the dialect "nobody"'],
    [['--dialect', 'google', '--script', 'snowflake'], 'Cannot use --dialect with --script'],
  ])('refuses %j', async (options, message) => {
    const { exit, stderr } = await robots(['sql', 'SELECT 1', ...options]);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('reads the octets of a BLOB as they are', async () => {
    const octets = "'User-agent: *\\x0ADisallow: /\\xE9\\x0A'::BLOB";
    expect(await rows(ask(octets, undefined, "'/%E9'"))).toEqual([{ allowed: false, line: 2 }]);
    expect(await rows(ask(octets, undefined, "'/é'"))).toEqual([{ allowed: true, line: null }]);
  });

  it('answers NULL for NULL, and for what is not a URL', async () => {
    for (const question of [
      ask('NULL'),
      ask(TEXT, 'NULL'),
      ask(TEXT, undefined, 'NULL'),
      ask(TEXT, undefined, "'x'"),
    ]) {
      expect(await rows(question)).toEqual([{ allowed: null, line: null }]);
    }
    expect(await rows('SELECT robots_summary(NULL) AS a, robots_usage(NULL, NULL, NULL) AS b')).toEqual([
      { a: null, b: null },
    ]);
  });

  it('says what is in a file, and what it states about use', async () => {
    const robotsText =
      "'User-agent: GPTBot\nDisallow: /\nContent-Signal: ai-train=no\nSitemap: https://a.example/s.xml\n'";
    const [row] = (await rows(
      `SELECT robots_summary(${robotsText}) AS summary, robots_usage(${robotsText}, 'FooBot', '/') AS foo, robots_usage(${robotsText}, 'GPTBot', '/') AS gpt`,
    )) as { summary: string; foo: string; gpt: string }[];
    expect(JSON.parse(row!.summary)).toMatchObject({
      is_robots: true,
      groups: 1,
      rules: 1,
      tokens: ['GPTBot'],
      sitemaps: 1,
    });
    expect(JSON.parse(row!.foo)).toMatchObject({ 'ai-training': 'unknown' });
    expect(JSON.parse(row!.gpt)).toMatchObject({ 'ai-training': 'not-applicable' });
  });

  it('takes more crawlers from a file, and a query from a file or standard input', async () => {
    const path = folder();
    const own = join(path, 'agents.json');
    const source = { operator: 'Foo', source: 'https://foo.example/', asOf: '2026-11-22' };
    writeFileSync(own, JSON.stringify([{ token: 'FooBot-News', fallbackTokens: ['Googlebot'], ...source }]));
    expect(await rows(ask(TEXT, "'FooBot-News'"), '--registry', own)).toEqual([{ allowed: true, line: 5 }]);
    const query = join(path, 'a.sql');
    writeFileSync(query, 'CREATE TABLE t AS SELECT 1 AS a; SELECT a FROM t;');
    expect((await robots(['sql', '--file', query, '--format', 'csv'])).stdout).toBe('a\r\n1\r\n');
    expect((await robots(['sql', '-', '--format', 'csv'], { input: 'SELECT 2 AS a' })).stdout).toBe(
      'a\r\n2\r\n',
    );
  });

  it('writes what a file says as no terminal and no spreadsheet obeys', async () => {
    const query = "SELECT chr(27) || '[31m' AS red, '=1+1' AS sum, '##[error]' AS flow";
    expect((await robots(['sql', query])).stdout).toContain('\\x1b[31m  =1+1  #\\x23[error]');
    expect((await robots(['sql', query, '--format', 'csv'])).stdout).toContain("\\x1b[31m,'=1+1,");
  });

  it('shows 1,000 rows in a table, and how many it left out', async () => {
    const { stdout } = await robots(['sql', 'SELECT range AS r FROM range(3000)']);
    expect(stdout.split('\n').slice(-3)).toEqual([
      '999',
      '… 2000 more rows: use --format ndjson or csv to get all',
      '',
    ]);
  });

  it.each([
    ['SELECT nope', 'Cannot run the query: Binder Error: Referenced column "nope" was not found'],
    [
      "SELECT robots_allowed(3, 'a', '/')",
      'robots_allowed: the robots.txt is number, expected text or octets',
    ],
    ['set autoinstall_known_extensions = true; SELECT 1', 'Cannot set autoinstall_known_extensions'],
    ["SELECT * FROM 'missing.parquet'", 'No files found that match the pattern'],
    ["SELECT * FROM 'https://a.example/b.parquet'", "required extension 'httpfs'"],
  ])('fails with exit code 2: %s', async (query, message) => {
    const { stdout, stderr, exit } = await robots(['sql', query], { env: { HOME: folder() } });
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect([stdout, exit]).toEqual(['', 2]);
  });

  it('wants one query', async () => {
    expect((await robots(['sql'])).stderr).toContain('Expected a query');
    expect((await robots(['sql', 'SELECT 1', '--file', 'a.sql'])).stderr).toContain('Expected one query');
    expect((await robots(['sql', 'SELECT 1', '--database', '/nope/a.db'])).stderr).toContain(
      'Cannot open the database "/nope/a.db"',
    );
  });
});
