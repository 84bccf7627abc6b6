/** `robots warc --join` adds the columns of a table about hosts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFolder } from './command.ts';
import { parquetRows, storedArchive, write } from './warc-archives.ts';

const captures = [
  { url: 'https://a.example/robots.txt', body: 'User-agent: *\nDisallow: /\n' },
  { url: 'http://A.example:8080/robots.txt', body: '' },
  {
    url: 'http://b.example/robots.txt',
    status: '301 M',
    headers: 'Location: https://a.example/robots.txt\r\n',
  },
  { url: 'https://www.a.example/robots.txt', body: '' },
  { url: 'https://xn--bcher-kva.example/robots.txt', body: '' },
  { url: 'https://other.example/x', body: '' },
];
const ranks =
  'host,rank,share,known,list,note\r\nA.example,1,0.5,true,"news, and more",007\r\nb.example,2,1,false,,\r\nbücher.example,3,2,true,"say ""x""",1\r\nnowhere.example,4,3,true,x,2\r\n';

const expected = [
  { host: 'a.example', rank: 1, share: 0.5, known: true, list: 'news, and more', note: '007' },
  { host: 'a.example', rank: 1, share: 0.5, known: true, list: 'news, and more', note: '007' },
  { host: 'b.example', rank: 2, share: 1, known: false, list: null, note: null },
  { host: 'www.a.example', rank: null, share: null, known: null, list: null, note: null },
  { host: 'xn--bcher-kva.example', rank: 3, share: 2, known: true, list: 'say "x"', note: '1' },
];

function joinedOf(row: Record<string, unknown>): unknown {
  const { url, rank, share, known, list, note } = row;
  const plain = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);
  return { host: new URL(url as string).hostname, rank: plain(rank), share, known, list, note };
}

describe('robots warc --join', () => {
  it.each(['csv', 'csv.gz', 'parquet'])('adds the columns of a table in %s, in every form', async (kind) => {
    const folder = temporaryFolder();
    const path = write(folder, 'a.warc.gz', storedArchive(captures));
    const table = write(folder, `ranks.${kind}`, tableIn(kind));
    const made = async (out: string, ...more: string[]): Promise<string> => {
      const args = ['warc', path, '--join', table, '--memory', '1MB', '--out', join(folder, out), ...more];
      expect(await robots(args)).toMatchObject({ exit: 0, stderr: '' });
      return join(folder, out);
    };
    const lines = readFileSync(await made('t.ndjson'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => joinedOf(JSON.parse(line)))).toEqual(expected);
    expect(Object.keys(JSON.parse(lines[0] as string)).slice(-6)).toEqual([
      'warc_offset',
      'rank',
      'share',
      'known',
      'list',
      'note',
    ]);
    expect((await parquetRows(await made('t.parquet'))).map(joinedOf)).toEqual(expected);
    await made('f/', '--latest', '--columns', 'url');
    const latest = await parquetRows(join(folder, 'f/part-000000.parquet'));
    expect(latest.map(joinedOf)).toEqual(expected);
    const csv = readFileSync(await made('t.csv', '--no-follow', '--columns', 'url'), 'utf8').split('\r\n');
    expect(csv.slice(0, 2)).toEqual([
      'url,rank,share,known,list,note',
      'https://a.example/robots.txt,1,0.5,true,"news, and more",007',
    ]);
  });

  it('follows redirects and joins the host that was asked', async () => {
    const folder = temporaryFolder();
    const path = write(folder, 'a.warc.gz', storedArchive(captures));
    const out = join(folder, 't.ndjson');
    const table = write(folder, 'r.csv', Buffer.from(ranks));
    await robots(['warc', path, '--join', table, '--agent', 'GPTBot', '--out', out]);
    expect(JSON.parse(readFileSync(out, 'utf8').split('\n')[2] as string)).toMatchObject({
      final_url: 'https://a.example/robots.txt',
      ...{ rank: 2, crawlers: { GPTBot: { allows: 'none' } } },
    });
  });

  it.each([
    ['rank\n1\n', /expected a column "host", found "rank"/],
    ['host\na.example\n', /expected at least one column other than "host"/],
    ['host,URL\na.example,1\n', /expected a column name other than "URL", which is taken/],
    ['host,rank,rank\na.example,1,2\n', /two columns have the same name/],
    ['host,rank\na.example,1\nA.EXAMPLE,2\n', /rows 1 and 2 both describe the host "a\.example"/],
    [
      'host,rank\nhttps://a.example/,1\n',
      /row 1 has the host "https:\/\/a\.example\/", expected a name such as/,
    ],
    ['host,rank\na.example,1\n,2\n', /row 2 has the host ""/],
    ['host,rank\na.example,1,2\n', /line 2/],
    ['host,rank\n', /it has no rows/],
    ['', /it has no rows/],
    ['host,rank\n"a.example,1\n', /Quote/],
  ])('refuses the table %j before an archive is read', async (text, message) => {
    const folder = temporaryFolder();
    const table = write(folder, 'r.csv', Buffer.from(text));
    const path = write(folder, 'a.warc.gz', storedArchive(captures));
    const out = join(folder, 't.csv');
    expect(await robots(['warc', path, '--join', table, '--out', out])).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(message),
    });
  });

  it('needs --out and a table that is there', async () => {
    const folder = temporaryFolder();
    const path = write(folder, 'a.warc.gz', storedArchive(captures));
    expect((await robots(['warc', path, '--join', 'x.csv'])).stderr).toMatch(
      /Cannot use --join without --out/,
    );
    const { stderr, exit } = await robots(['warc', path, '--join', 'x.csv', '--out', join(folder, 't.csv')]);
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/Cannot read "x\.csv": there is no such file/)]);
  });
});

function tableIn(kind: string): Uint8Array {
  if (kind !== 'parquet') return kind === 'csv' ? Buffer.from(`\uFEFF${ranks}`) : gzipSync(ranks);
  const column = (name: string, type: 'STRING' | 'INT64' | 'DOUBLE' | 'BOOLEAN', data: unknown[]) => ({
    name,
    type,
    data,
  });
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        column('host', 'STRING', ['A.example', 'b.example', 'bücher.example']),
        column('rank', 'INT64', [1n, 2n, 3n]),
        column('share', 'DOUBLE', [0.5, 1, 2]),
        column('known', 'BOOLEAN', [true, false, true]),
        column('list', 'STRING', ['news, and more', null, 'say "x"']),
        column('note', 'STRING', ['007', null, '1']),
      ],
    }),
  );
}
