/** `robots summary` prints the statistics of a table, and writes a chart. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFile, temporaryFolder } from './command.ts';
import { archive, file, write } from './warc-archives.ts';

const months = ['2026-01', '2026-02'];
const sites = months.flatMap((month, index) => [
  { host: `a${month}.example`, date: `${month}-01T00:00:00Z`, body: `User-agent: GPTBot\nDisallow: /\n` },
  { host: `b${month}.example`, date: `${month}-02T00:00:00Z`, body: file(index === 0 ? '/x' : '/') },
  { host: `c${month}.example`, date: `${month}-03T00:00:00Z`, status: '404 Not Found' },
  { host: `d${month}.example`, date: `${month}-03T00:00:00Z`, status: '503 No' },
]);

async function table(folder: string, name: string, records = sites): Promise<string> {
  const path = write(folder, 'a.warc.gz', archive(records));
  const out = join(folder, name);
  const { exit } = await robots(['warc', path, '--agent', 'GPTBot', '--agent', 'FooBot', '--out', out]);
  expect(exit).toBe(0);
  return out;
}

describe('robots summary', () => {
  it('counts Parquet and NDJSON alike', async () => {
    const folder = temporaryFolder();
    const [parquet, ndjson] = [await table(folder, 't.parquet'), await table(folder, 't.ndjson')];
    const { stdout, exit } = await robots(['summary', parquet, '--format', 'json']);
    expect(exit).toBe(0);
    expect((await robots(['summary', ndjson, '--format', 'json'])).stdout).toBe(stdout);
    expect(JSON.parse(stdout)).toEqual({
      rows: 8,
      base: { rows: 4, where: "outcome = 'rules' AND is_robots" },
      firstDate: '2026-01-01T00:00:00.000Z',
      lastDate: '2026-02-03T00:00:00.000Z',
      outcomes: { rules: 4, 'no-rules': 2, unreachable: 2 },
      content: { robots: 8 },
      crawlers: [
        {
          name: 'GPTBot',
          all: 0,
          some: 1,
          none: 3,
          byMonth: { '2026-01': { all: 0, some: 1, none: 1 }, '2026-02': { all: 0, some: 0, none: 2 } },
        },
        {
          name: 'FooBot',
          all: 2,
          some: 1,
          none: 1,
          byMonth: { '2026-01': { all: 1, some: 1, none: 0 }, '2026-02': { all: 1, some: 0, none: 1 } },
        },
      ],
    });
    const text = (await robots(['summary', parquet])).stdout;
    expect(text).toContain(
      '8 rows, 2026-01-01 to 2026-02-03\nOutcomes  rules 4, no-rules 2, unreachable 2\n',
    );
    expect(text).toMatch(
      /Of 4 robots\.txt files \(outcome = 'rules' AND is_robots\):\nCrawler +closed +partly +open\nGPTBot +75\.0% +25\.0% +0\.0%\n/,
    );
    expect((await robots(['summary', parquet, '--format', 'csv'])).stdout).toContain(
      'crawler,month,none,some,all,base\r\nGPTBot,,3,1,0,4\r\nGPTBot,2026-01,1,1,0,2\r\n',
    );
  });

  it('counts no 404, no page of HTML, no empty file and nothing unreachable, as its condition in SQL does', async () => {
    const path = write(
      temporaryFolder(),
      'b.warc.gz',
      archive([
        { host: 'a.example', body: 'User-agent: *\nDisallow: /\n' },
        { host: 'b.example', body: 'User-agent: *\nAllow: /\n' },
        { host: 'c.example', body: '<!doctype html><title>Shop</title>' },
        { host: 'd.example', body: '' },
        { host: 'e.example', status: '404 Not Found' },
        { host: 'f.example', status: '503 No' },
      ]),
    );
    const out = `${path}.ndjson`;
    expect((await robots(['warc', path, '--agent', 'GPTBot', '--out', out])).exit).toBe(0);
    const { base, crawlers } = JSON.parse((await robots(['summary', out, '--format', 'json'])).stdout);
    expect([base.rows, crawlers]).toMatchObject([2, [{ name: 'GPTBot', none: 1, some: 0, all: 1 }]]);
    const rows = readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.filter(({ outcome, is_robots }) => outcome === 'rules' && is_robots)).toHaveLength(base.rows);
  });

  it('draws bars for one month, lines for several, and what is hostile as text', async () => {
    const folder = temporaryFolder();
    const lines = join(folder, 'lines.svg');
    expect((await robots(['summary', await table(folder, 't.parquet'), '--chart', lines])).exit).toBe(0);
    expect(readFileSync(lines, 'utf8')).toMatch(
      /^<svg[^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*<path[\s\S]*GPTBot[\s\S]*<\/svg>\n$/,
    );
    const row = { fetched_at: '2026-01-01T00:00:00.000Z', outcome: 'rules', content: 'robots' };
    const hostile = '<script>alert(1)</script>&"';
    const path = temporaryFile(
      't.ndjson',
      `${JSON.stringify({ ...row, crawlers: { [hostile]: { allows: 'none', targets: {} } } })}\n`,
    );
    const bars = join(folder, 'bars.svg');
    expect((await robots(['summary', path, '--chart', bars])).exit).toBe(0);
    const svg = readFileSync(bars, 'utf8');
    expect(svg).toContain('&lt;script&gt;alert(1)');
    expect(svg).not.toContain('<script');
    expect(svg).toContain('<rect');
    expect(svg).toContain('% of 1 robots.txt files');
  });

  it('refuses what is not a table, and a picture that it cannot draw', async () => {
    const folder = temporaryFolder();
    const none = await robots(['summary', join(folder, 'x.parquet')]);
    expect([none.exit, none.stderr]).toEqual([2, expect.stringMatching(/there is no such file/)]);
    for (const name of ['x.parquet', 'x.ndjson']) {
      writeFileSync(join(folder, name), 'hello');
      const { stderr, exit } = await robots(['summary', join(folder, name)]);
      expect([exit, stderr]).toEqual([
        2,
        expect.stringMatching(/as a table of robots warc, \.parquet or \.ndjson: /),
      ]);
    }
    const path = temporaryFile('t.ndjson', '');
    expect((await robots(['summary', path])).stdout).toBe('0 rows\nOutcomes  \nContent   \n');
    const noCrawlers = await robots(['summary', path, '--chart', join(folder, 'x.svg')]);
    expect([noCrawlers.exit, noCrawlers.stderr]).toEqual([
      2,
      expect.stringMatching(/the table has no crawlers/),
    ]);
    expect((await robots(['summary', path, '--chart', 'x.png'])).stderr).toMatch(
      /a name that ends with \.svg/,
    );
  });
});
