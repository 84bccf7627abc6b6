import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFolder } from './command.ts';
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
});
