/**
 * In the output of `robots warc`, the row of a redirect takes its values from the capture that the redirect leads to.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFolder } from './command.ts';
import { parquetRows, type StoredCapture, storedArchive, write } from './warc-archives.ts';

type Row = Record<string, unknown> & { url: string };

const DAY = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`;
const to = (location: string): Pick<StoredCapture, 'status' | 'headers'> => {
  return { status: '301 Moved', headers: `Location: ${location}\r\n` };
};
const closed = 'User-agent: GPTBot\nDisallow: /\n';
const chain = (count: number): StoredCapture[] =>
  Array.from({ length: count }, (_, at) => ({
    url: at === 0 ? `http://h${count}.example/robots.txt` : `https://h${count}.example/${at}`,
    ...to(`https://h${count}.example/${at + 1}`),
  }));

const CASES: readonly StoredCapture[] = [
  { url: 'http://a.example/robots.txt', ...to('https://a.example/robots.txt') },
  { url: 'https://a.example/robots.txt', ...to('https://www.a.example/robots.txt') },
  { url: 'https://www.a.example/robots.txt', body: closed },
  { url: 'http://path.example/robots.txt', ...to('/en/robots.txt#x') },
  { url: 'http://path.example/en/robots.txt', body: closed },
  { url: 'http://home.example/robots.txt', ...to('/') },
  { url: 'http://home.example', body: '<html>home</html>', headers: 'Content-Type: text/html\r\n' },
  { url: 'http://gone.example/robots.txt', ...to('https://gone.example/robots.txt') },
  { url: 'https://gone.example/robots.txt', status: '404 Not Found' },
  { url: 'http://lost.example/robots.txt', ...to('https://elsewhere.example/robots.txt') },
  { url: 'http://loop.example/robots.txt', ...to('http://loop.example/b') },
  { url: 'http://loop.example/b', ...to('http://loop.example/robots.txt') },
  ...chain(5),
  { url: 'https://h5.example/5', body: closed },
  ...chain(6),
  { url: 'https://h6.example/6', body: closed },
  { url: 'http://near.example/robots.txt', date: DAY(10), ...to('/r') },
  { url: 'http://near.example/r', date: DAY(1), body: '' },
  { url: 'http://near.example/r', date: DAY(12), body: closed },
  { url: 'http://near.example/r', date: DAY(20), body: '' },
  { url: 'http://utf-8.example/robots.txt', ...to('https://bücher.example/ü') },
  { url: 'https://xn--bcher-kva.example/%C3%BC', body: closed },
];

describe('robots warc: redirects', () => {
  it.each([
    ['http://a.example/robots.txt', 'rules', 'https://www.a.example/robots.txt', 2, 'none'],
    ['https://a.example/robots.txt', 'rules', 'https://www.a.example/robots.txt', 1, 'none'],
    ['https://www.a.example/robots.txt', 'rules', 'https://www.a.example/robots.txt', 0, 'none'],
    ['http://path.example/robots.txt', 'rules', 'http://path.example/en/robots.txt', 1, 'none'],
    ['http://home.example/robots.txt', 'rules', 'http://home.example/', 1, 'all'],
    ['http://gone.example/robots.txt', 'no-rules', 'https://gone.example/robots.txt', 1, 'all'],
    ['http://lost.example/robots.txt', 'unknown', 'https://elsewhere.example/robots.txt', 1, null],
    ['http://loop.example/robots.txt', 'no-rules', 'http://loop.example/b', 1, 'all'],
    ['http://h5.example/robots.txt', 'rules', 'https://h5.example/5', 5, 'none'],
    ['http://h6.example/robots.txt', 'no-rules', 'https://h6.example/5', 5, 'all'],
    ['http://near.example/robots.txt', 'rules', 'http://near.example/r', 1, 'none'],
    ['http://utf-8.example/robots.txt', 'rules', 'https://xn--bcher-kva.example/%C3%BC', 1, 'none'],
  ])('reads %s as %s of %s after %i', async (url, outcome, finalUrl, hops, allows) => {
    const row = (await table()).find((one) => one.url === url) as Row;
    const { GPTBot } = row['crawlers'] as Record<string, { allows: string | null }>;
    expect([row['outcome'], row['final_url'], row['hops'], GPTBot?.allows]).toEqual([
      outcome,
      finalUrl,
      hops,
      allows,
    ]);
  });

  it('keeps of the redirect what is its own, and takes the rest from the target', async () => {
    const rows = new Map((await table()).map((row) => [row.url, row]));
    const [first, last] = [
      rows.get('http://a.example/robots.txt'),
      rows.get('https://www.a.example/robots.txt'),
    ];
    expect(first).toEqual({
      ...last,
      ...Object.fromEntries(
        ['url', 'origin', 'status', 'redirect_target', 'content_type', 'bytes', 'sha256', 'warc_offset'].map(
          (name) => [name, first?.[name]],
        ),
      ),
      hops: 2,
    });
    expect(first).toMatchObject({
      status: 301,
      bytes: 0,
      rules: 1,
      content: 'robots',
      agents_named: ['GPTBot'],
    });
    expect(rows.get('http://loop.example/robots.txt')?.['policy_row']).toBe('rfc9309/redirect-loop');
    expect(rows.get('http://h6.example/robots.txt')?.['policy_row']).toBe('rfc9309/too-many-redirects');
    expect([...rows.keys()].filter((url) => !url.endsWith('/robots.txt'))).toEqual([]);
  });

  it('counts a site that redirects among the latest, writes all forms alike, and follows across archives', async () => {
    const folder = temporaryFolder();
    const half = CASES.length / 2;
    const paths = [
      write(folder, 'b.warc.gz', storedArchive(CASES.slice(half))),
      write(folder, 'a.warc.gz', storedArchive(CASES.slice(0, half))),
    ];
    for (const form of ['ndjson', 'parquet']) {
      const asked = ['--latest', '--agent', 'GPTBot', '--memory', '1MB', '--out', join(folder, `t.${form}`)];
      expect((await robots(['warc', ...paths, ...asked])).exit).toBe(0);
    }
    const rows = readRows(join(folder, 't.ndjson'));
    const all = (await table()).filter(({ outcome }) => outcome !== 'unknown');
    expect(rows.map(answerOf).sort()).toEqual(all.map(answerOf).sort());
    const inParquet = (await parquetRows(join(folder, 't.parquet'))) as Row[];
    expect(inParquet.map(answerOf)).toEqual(rows.map(answerOf));
  });
});

let made: Promise<Row[]> | undefined;

function table(): Promise<Row[]> {
  made ??= (async () => {
    const folder = temporaryFolder();
    const out = join(folder, 't.ndjson');
    const path = write(folder, 'a.warc.gz', storedArchive(CASES));
    expect((await robots(['warc', path, '--agent', 'GPTBot', '--out', out])).exit).toBe(0);
    return readRows(out);
  })();
  return made;
}

function readRows(path: string): Row[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

/** The part of a row that does not depend on its position in an archive. */
function answerOf(row: Row): string {
  return JSON.stringify(
    ['url', 'outcome', 'final_url', 'hops', 'rules', 'sha256', 'crawlers', 'agents_named'].map(
      (name) => row[name],
    ),
  );
}
