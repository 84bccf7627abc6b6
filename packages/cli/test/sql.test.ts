/** `robots sql` runs DuckDB with functions that return verdicts. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { besideNames, robots } from './command.ts';

beforeAll(buildOnce);

const FILE = 'User-agent: *\nDisallow: /x\n\nUser-agent: Googlebot\nAllow: /\n';

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'robots-sql-'));
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

  it.each([
    ['SELECT nope', 'Cannot run the query: Binder Error: Referenced column "nope" was not found'],
    [
      "SELECT robots_allowed(3, 'a', '/')",
      'robots_allowed: the robots.txt is number, expected text or octets',
    ],
    ['SET /*;*/ autoinstall_known_extensions = true', 'Cannot set autoinstall_known_extensions'],
    ['set autoinstall_known_extensions = true; SELECT 1', 'Cannot set autoinstall_known_extensions'],
    ["SELECT * FROM 'missing.parquet'", 'No files found that match the pattern'],
    ["SELECT * FROM 'https://a.example/b.parquet'", "required extension 'httpfs'"],
  ])('fails with exit code 2: %s', async (query, message) => {
    const { stdout, stderr, exit } = await robots(['sql', query], { env: { HOME: folder() } });
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect([stdout, exit]).toEqual(['', 2]);
  });
});
