/** `robots warc` makes a table from archives. */
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFolder } from './command.ts';
import { archive, file, parquetRows, write } from './warc-archives.ts';

const EXAMPLES = fileURLToPath(new URL('../../../examples/corpus/', import.meta.url));

describe('robots warc', () => {
  const crawls = ['2023', '2026'].map((year) => join(EXAMPLES, `crawl-${year}.warc.gz`));
  it.each([
    ['all columns', ['--agent', 'GPTBot', '--agent', 'FooBot', '--targets', '/,/x']],
    ['some columns', ['--agent', 'GPTBot', '--columns', 'crawlers,outcome,url']],
    ['a map of crawlers', ['--agents', 'registry:all', '--columns', 'url,crawlers']],
  ])('writes the same cells as NDJSON, CSV and Parquet: %s', async (_, asked) => {
    const folder = temporaryFolder();
    for (const form of ['ndjson', 'csv', 'parquet']) {
      const { stdout, exit } = await robots([
        'warc',
        ...crawls,
        ...asked,
        '--no-follow',
        '--out',
        join(folder, `t.${form}`),
      ]);
      expect([stdout, exit]).toEqual(['', 0]);
    }
    const ndjson = readFileSync(join(folder, 't.ndjson'), 'utf8');
    expect((await robots(['warc', ...crawls, ...asked])).stdout).toBe(ndjson);
    const rows = ndjson
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toHaveLength(80);
    const inParquet = JSON.stringify(await parquetRows(join(folder, 't.parquet')), (__, value) =>
      typeof value === 'bigint' ? Number(value) : value,
    );
    expect(JSON.parse(inParquet)).toEqual(rows);
    const inCsv: Record<string, string>[] = parse(readFileSync(join(folder, 't.csv')), { columns: true });
    expect(inCsv).toEqual(rows.map(cellsOf));
    expect(readdirSync(folder).sort()).toEqual(['t.csv', 't.ndjson', 't.parquet']);
    if (!('fetched_at' in rows[0]))
      expect((await robots(['summary', join(folder, 't.parquet')])).stderr).toContain(
        'it has no column "fetched_at"',
      );
  });

  it('prints the schema of a table', async () => {
    const schema = async (agents: string): Promise<unknown> =>
      JSON.parse((await robots(['warc', '--schema', '--agents', agents])).stdout);
    expect(await schema('registry:all')).toMatchObject({ isMap: true });
    expect(await schema('GPTBot')).toMatchObject({ isMap: false, crawlers: ['GPTBot'], version: '2.0' });
  });

  it('keeps with --latest the newest conclusive row of each origin', async () => {
    const folder = temporaryFolder();
    const path = write(
      folder,
      'a.warc.gz',
      archive([
        { host: 'a.example', date: '2026-01-02T00:00:00Z', body: file('/new') },
        { host: 'a.example', date: '2026-01-01T00:00:00Z' },
        { host: 'a.example', date: '2026-01-03T00:00:00Z', status: '503 No' },
        { host: 'b.example', status: '503 No' },
        { host: 'c.example', status: '301 Moved\r\nLocation: https://www.c.example/robots.txt' },
      ]),
    );
    for (const form of ['ndjson', 'csv', 'parquet']) {
      const out = join(folder, `t.${form}`);
      expect((await robots(['warc', path, '--latest', '--out', out])).exit).toBe(0);
    }
    const rows = readFileSync(join(folder, 't.ndjson'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ origin, fetched_at, outcome }) => [origin, fetched_at.slice(0, 10), outcome])).toEqual(
      [
        ['https://a.example', '2026-01-02', 'rules'],
        ['https://b.example', '2026-01-01', 'unreachable'],
      ],
    );
    expect((await parquetRows(join(folder, 't.parquet'))).map(({ origin }) => origin)).toEqual(
      rows.map(({ origin }) => origin),
    );
    expect(readFileSync(join(folder, 't.csv'), 'utf8').split('\n')).toHaveLength(4);
  });

  it('reads an archive that is named twice once, and tells of one without content', async () => {
    const folder = temporaryFolder();
    const path = write(folder, 'a.warc.gz', archive([{ host: 'a.example' }]));
    const link = join(folder, 'b.warc.gz');
    symlinkSync(path, link);
    const empty = write(folder, 'empty.warc.gz', Buffer.alloc(0));
    for (const out of [[], ['--out', join(folder, 't.ndjson')]]) {
      const { stdout, stderr, exit } = await robots(['warc', path, empty, link, path, ...out]);
      const rows = out[1] === undefined ? stdout : readFileSync(out[1], 'utf8');
      expect([rows.split('\n').length, exit]).toEqual([2, 4]);
      expect(stderr).toMatch(
        /b\.warc\.gz is named more than once, but read only once\n.*a\.warc\.gz is named more than once/,
      );
      expect(stderr).toMatch(/empty\.warc\.gz: at octet 0: This file is empty: expected a WARC file/);
    }
  });
});

/** The cells of a row in CSV: structs have a column for each member, and lists and other objects are JSON. */
function cellsOf({ crawlers, ...row }: Record<string, unknown>): Record<string, string> {
  const cells: Record<string, string> = {};
  const add = (name: string, value: unknown): void => {
    const isStruct = name.startsWith('crawlers') && typeof value === 'object' && value !== null;
    if (isStruct) for (const [member, one] of Object.entries(value)) add(`${name}.${member}`, one);
    else if (typeof value === 'object' && value !== null) cells[name] = JSON.stringify(value);
    else cells[name] = value === null ? '' : String(value);
  };
  for (const [name, value] of Object.entries({ ...row, crawlers })) add(name, value);
  return cells;
}
