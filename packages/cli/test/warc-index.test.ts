/** `robots warc --index` reads the individual records that an index of archives lists. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteFile } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFolder } from './command.ts';
import { file, rangeOf, type StoredCapture, served, storedArchive, write } from './warc-archives.ts';

const HOSTS = 12;

/** For each host: a page, a robots.txt that redirects, and the target of the redirect. */
const captures: readonly StoredCapture[] = Array.from({ length: HOSTS }, (_, at) => {
  const site = `https://h${at}.example`;
  return [
    { url: `${site}/`, body: `<html>${at}</html>` },
    { url: `${site}/robots.txt`, status: '301 Moved', headers: 'Location: /en/robots.txt\r\n' },
    { url: `${site}/en/robots.txt`, body: file(`/${at}`) },
  ];
}).flat();

interface Entry {
  readonly url: string;
  readonly filename: string;
  readonly offset: number;
  readonly length: number;
}

/**
 * Writes an archive with filler between its records, so that they are not read together, and returns its index entries.
 */
function indexed(folder: string, name = 'a.warc.gz', filler = 70_000): readonly Entry[] {
  const parts: Buffer[] = [];
  let offset = 0;
  const entries = captures.map((capture) => {
    const member = storedArchive([capture]);
    parts.push(member, noise(filler));
    const entry = { url: capture.url, filename: name, offset, length: member.length };
    offset += member.length + (parts.at(-1)?.length ?? 0);
    return entry;
  });
  write(folder, name, Buffer.concat(parts));
  return entries;
}

/** A gzip member of at least this many octets that contains no capture. */
function noise(length: number): Buffer {
  const block = Buffer.alloc(length, 'x');
  const head = `WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: ${length}\r\n\r\n`;
  return gzipSync(Buffer.concat([Buffer.from(head), block, Buffer.from('\r\n\r\n')]), { level: 0 });
}

/** An index line in the format of Common Crawl, where numbers are strings. */
function cdxj({ url, filename, offset, length }: Entry): string {
  const { hostname, pathname } = new URL(url);
  const json = {
    url,
    mime: 'text/plain',
    status: '200',
    digest: 'X',
    length: `${length}`,
    offset: `${offset}`,
    filename,
  };
  return `${hostname.split('.').reverse().join(',')})${pathname} 20260101000000 ${JSON.stringify(json)}\n`;
}

const isTxt = ({ url }: Entry): boolean => url.endsWith('robots.txt');
const own = (entries: readonly Entry[]): readonly Entry[] => entries.filter(isTxt);

describe('robots warc --index', () => {
  it('reads the records that an index lists, and no others, in the order of the archive', async () => {
    const folder = temporaryFolder();
    const entries = own(indexed(folder)).slice(4, 10);
    const index = write(folder, 'x.cdxj', Buffer.from(entries.toReversed().map(cdxj).join('')));
    const out = join(folder, 't.ndjson');
    const run = ['warc', '--index', index, '--prefix', `${folder}/`, '--agent', 'GPTBot'];
    expect(await robots([...run, '--out', out])).toMatchObject({ exit: 0, stderr: '' });
    const all = join(folder, 'all.ndjson');
    await robots(['warc', join(folder, 'a.warc.gz'), '--agent', 'GPTBot', '--out', all]);
    expect(linesOf(out)).toEqual(linesOf(all).slice(2, 5));
    expect(JSON.parse(linesOf(out)[0] as string)).toMatchObject({
      hops: 1,
      outcome: 'rules',
      warc: 'a.warc.gz',
    });
    const { stdout } = await robots(run);
    expect(stdout).toBe(
      (await robots([...run.slice(0, 1), join(folder, 'a.warc.gz'), ...run.slice(5)])).stdout
        .split(/(?<=\n)/)
        .slice(2, 5)
        .join(''),
    );
  });

  it('reads CDXJ with gzip members and a header, lines of JSON, and the columnar index alike', async () => {
    const folder = temporaryFolder();
    const entries = own(indexed(folder));
    const lines = entries.map(cdxj);
    const half = lines.length / 2;
    const rows = (name: keyof Entry): unknown[] => entries.map((entry) => entry[name]);
    const parquet = join(folder, 'x.parquet');
    parquetWriteFile({
      filename: parquet,
      columnData: [
        { name: 'url_surtkey', data: rows('url') },
        { name: 'url', data: rows('url') },
        { name: 'warc_filename', data: rows('filename') },
        { name: 'warc_record_offset', data: rows('offset'), type: 'INT32' },
        { name: 'warc_record_length', data: rows('length'), type: 'INT32' },
      ],
      codec: 'GZIP',
      compressors: { GZIP: (octets) => gzipSync(octets) },
    });
    const json = lines.map((line) => line.slice(line.indexOf('{'))).join('');
    const whole = await robots(['warc', join(folder, 'a.warc.gz')]);
    const named = [
      write(folder, 'x', Buffer.from(`!OpenWayback-CDXJ 1.0\n\n${lines.join('')}`)),
      write(
        folder,
        'x.gz',
        Buffer.concat([lines.slice(0, half), lines.slice(half)].map((part) => gzipSync(part.join('')))),
      ),
      write(folder, 'x.json', Buffer.from(json)),
      parquet,
    ];
    for (const index of named) {
      const { stdout, exit } = await robots(['warc', '--index', index, '--prefix', `${folder}/`]);
      expect([index, exit, stdout]).toEqual([index, 0, whole.stdout]);
    }
    const piped = await robots(['warc', '--index', '-', '--prefix', `${folder}/`], { input: json });
    expect(piped.stdout).toBe(whole.stdout);
  });

  it('RFC 9110 §8.8.3: reads an archive anew from a server without ranges, if its entity tag is the same', async () => {
    const folder = temporaryFolder();
    const [{ filename }] = indexed(folder) as [Entry];
    const octets = readFileSync(join(folder, filename));
    for (const etag of ['"1"', undefined]) {
      let requests = 0;
      const url = await served((_, response) => {
        const isBroken = ++requests === 2;
        const fields = { 'content-length': octets.length, ...(etag && { etag }) };
        response.writeHead(200, fields);
        if (!isBroken) return void response.end(octets);
        response.write(octets.subarray(0, octets.length / 2), () => setImmediate(() => response.destroy()));
      });
      const { stdout, stderr, exit } = await robots(['warc', `${url}/a.warc.gz`]);
      if (etag === undefined) expect([exit, stderr]).toEqual([2, expect.stringMatching(/nor entity tags/)]);
      else expect(stdout).toBe((await robots(['warc', join(folder, filename)])).stdout);
    }
  });

  it.each(['http', 's3'])('asks for no more than these records: %s', async (scheme) => {
    const folder = temporaryFolder();
    const entries = indexed(folder);
    const [archive] = entries as [Entry];
    const octets = readFileSync(join(folder, archive.filename));
    const ranges: string[] = [];
    let isBroken = false;
    const url = await served((request, response) => {
      const { range, body } = rangeOf(request, response, octets);
      ranges.push(range);
      // The transfer of one record is interrupted once.
      if (body.length < 2 || isBroken) return void response.end(body);
      isBroken = true;
      response.write(body.subarray(0, 50), () => setImmediate(() => response.destroy()));
    });
    const index = write(folder, 'x.cdxj', Buffer.from(own(entries).map(cdxj).join('')));
    const out = join(folder, 't.ndjson');
    const prefix = scheme === 's3' ? 's3://bucket/' : `${url}/bucket/`;
    const run = ['warc', '--index', index, '--prefix', prefix, '--workers', '1', '--out', out];
    expect(await robots(run, { env: { AWS_ENDPOINT_URL_S3: url } })).toMatchObject({ exit: 0, stderr: '' });
    const all = join(folder, 'all.ndjson');
    await robots(['warc', join(folder, 'a.warc.gz'), '--out', all]);
    expect(linesOf(out)).toEqual(linesOf(all));
    const expected = own(entries).map(({ offset, length }) => `${offset}-${offset + length - 1}`);
    expect(new Set(ranges)).toContain('0-0');
    expect(ranges.filter((range) => expected.includes(range))).toHaveLength(expected.length);
    // The further requests are for the archive's length and the missing part of the interrupted record.
    expect(ranges).toHaveLength(expected.length + 2);
  });

  it('tells which records are not where the index says, and reads the others', async () => {
    const folder = temporaryFolder();
    const entries = own(indexed(folder)).filter(({ url }) => url.endsWith('example/robots.txt'));
    const { size } = statSync(join(folder, 'a.warc.gz'));
    const [first, second, third, ...others] = entries as [Entry, Entry, Entry, ...Entry[]];
    const wrong = [
      { ...first, offset: first.offset + 3 },
      { ...second, length: 20 },
      { ...third, offset: size + 5 },
    ];
    const index = write(folder, 'x.cdxj', Buffer.from([...wrong, ...others].map(cdxj).join('')));
    for (const out of [[], ['--out', join(folder, 't.ndjson')]]) {
      const { exit, stdout, stderr } = await robots([
        'warc',
        '--index',
        index,
        '--prefix',
        `${folder}/`,
        ...out,
      ]);
      expect([exit, stderr.match(/at octet \d+/g)]).toEqual([
        4,
        wrong.map(({ offset }) => `at octet ${offset}`),
      ]);
      const rows = out.length > 0 ? linesOf(out[1] as string) : stdout.trimEnd().split('\n');
      expect(rows).toHaveLength(others.length);
    }
  });

  it('goes on where it was interrupted, with the same index only', async () => {
    const folder = temporaryFolder();
    const entries = ['a.warc.gz', 'b.warc.gz'].flatMap((name) => own(indexed(folder, name)));
    let isOpen = false;
    const url = await served((request, response) => {
      const name = request.url?.slice(1) as string;
      const isRefused = !isOpen && name.startsWith('b') && request.headers.range !== 'bytes=0-0';
      if (isRefused) return void response.writeHead(403).end();
      response.end(rangeOf(request, response, readFileSync(join(folder, name))).body);
    });
    const out = join(folder, 't.ndjson');
    const index = join(folder, 'x.cdxj');
    const run = (listed: readonly Entry[], ...more: string[]) => {
      write(folder, 'x.cdxj', Buffer.from(listed.map(cdxj).join('')));
      return robots([
        'warc',
        '--index',
        index,
        '--prefix',
        `${url}/`,
        '--workers',
        '1',
        '--out',
        out,
        ...more,
      ]);
    };
    expect(await run(entries)).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/b\.warc\.gz: the server answers 403/),
    });
    expect((await run(entries.slice(1), '--resume')).stderr).toMatch(/the index listed other records/);
    isOpen = true;
    expect(await run(entries, '--resume')).toMatchObject({ exit: 0, stderr: '' });
    expect(linesOf(out)).toHaveLength(2 * HOSTS);
  });

  it.each([
    ['', /Cannot find a robots\.txt in the index/],
    [
      '{"message": "No Captures found for: x.example/*"}\n',
      /expected url, filename, offset and length in line 1/,
    ],
    [
      'com,x)/ 2026 {"url":"https://x.example/robots.txt","filename":"a.warc.gz","offset":"-1","length":"5"}',
      /line 1/,
    ],
    [
      'com,x)/ 2026 {"url":"https://x.example/robots.txt","filename":"b.warc.gz","offset":"1","length":"5"}',
      /b\.warc\.gz.*no such file/,
    ],
    ['CDX N b a m s k r M S V g\n', /expected url, filename/],
  ])('refuses %j', async (text, message) => {
    const folder = temporaryFolder();
    const index = write(folder, 'x.cdxj', Buffer.from(text));
    const { exit, stdout, stderr } = await robots(['warc', '--index', index]);
    expect([exit, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('refuses an archive of the index that is a folder, and does not pass it over', async () => {
    const folder = temporaryFolder();
    const record = { url: 'https://x.example/robots.txt', offset: '1', length: '5' };
    const lines = [folder, write(folder, 'a.warc.gz', Buffer.from('x'))].map((filename) =>
      JSON.stringify({ ...record, filename }),
    );
    const index = write(folder, 'x.cdxj', Buffer.from(lines.join('\n')));
    const { exit, stdout, stderr } = await robots(['warc', '--index', index]);
    expect([exit, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`Cannot read ${JSON.stringify(folder)}, which the index names: expected a file`);
  });

  it('refuses an index beside archives, and one that is missing', async () => {
    const folder = temporaryFolder();
    const index = write(folder, 'x.cdxj', Buffer.from(''));
    expect((await robots(['warc', '--index', index, 'a.warc.gz'])).stderr).toMatch(
      /--index with other archives/,
    );
    expect((await robots(['warc', '--index', join(folder, 'none')])).stderr).toMatch(/none".*no such file/);
  });
});

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}
