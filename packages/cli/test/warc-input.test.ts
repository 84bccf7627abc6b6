/** `robots warc` reads archives from various sources, and writes the table to a folder. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { isOnPath, needs } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import { robots, robotsIn, temporaryFolder } from './command.ts';
import { archive, parquetRows, rangeOf, served, write } from './warc-archives.ts';

const ARCHIVES = fileURLToPath(new URL('../../../spec/archives/', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../../examples/corpus/', import.meta.url));

/** A ZIP file with one entry, `archive/a.warc.gz`, of no octets, by Python's zipfile. */
const EMPTY_ENTRY =
  'UEsDBBQAAAAAALpqfV0AAAAAAAAAAAAAAAARAAAAYXJjaGl2ZS9hLndhcmMuZ3pQSwECFAMUAAAAAAC6an1dAAAAAAAAAAAAAAAAEQAAAAAAAAAAAAAAgAEAAAAAYXJjaGl2ZS9hLndhcmMuZ3pQSwUGAAAAAAEAAQA/AAAALwAAAAAA';

const hosts = (from: number, to: number): { host: string }[] =>
  Array.from({ length: to - from }, (_, at) => ({ host: `h${from + at}.example` }));

describe('robots warc: input', () => {
  it('reads folders and lists, plain and gzip, with a prefix', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'in/deep'), { recursive: true });
    write(folder, 'in/b.warc.gz', archive(hosts(1, 2)));
    write(folder, 'in/deep/c.warc.gz', archive(hosts(2, 3)));
    write(folder, 'in/a.warc.gz', archive(hosts(0, 1)));
    write(folder, 'in/notes.txt', Buffer.from('x'));
    const list = 'a.warc.gz\n\nb.warc.gz\ndeep/c.warc.gz\na.warc.gz\n';
    const plain = write(folder, 'list', Buffer.from(list));
    const coded = write(folder, 'list.gz', gzipSync(list));
    const prefix = ['--prefix', `${folder}/in/`];
    const { stdout } = await robots(['warc', join(folder, 'in')]);
    expect(hostsOf(stdout)).toEqual(['h0.example', 'h1.example', 'h2.example']);
    for (const file of [plain, coded]) {
      const listed = await robots(['warc', '--files-from', file, ...prefix]);
      expect(listed.stdout).toBe(stdout);
      expect(listed.stderr).toMatch(/in\/a\.warc\.gz is named more than once, but read only once\n$/);
    }
    expect((await robots(['warc', '--files-from', '-', ...prefix], { input: list })).stdout).toBe(stdout);
  });

  it('writes a folder of Parquet files, and says what it holds', async () => {
    const folder = temporaryFolder();
    const path = write(folder, 'a.warc.gz', archive(hosts(0, 5)));
    const out = join(folder, 'table');
    expect((await robots(['warc', path, '--agent', 'GPTBot', '--out', `${out}/`])).exit).toBe(0);
    expect(readdirSync(out)).toEqual(['part-000000.parquet']);
    const manifest = JSON.parse(readFileSync(`${out}.manifest.json`, 'utf8'));
    expect(manifest).toMatchObject({
      rows: 5,
      parts: [{ file: 'part-000000.parquet', rows: 5 }],
      follow: true,
    });
    expect(await parquetRows(join(out, 'part-000000.parquet'))).toHaveLength(5);
    const again = await robots(['warc', path, '--out', `${out}/`]);
    expect([again.exit, again.stderr]).toEqual([2, expect.stringMatching(/expected a new or empty folder/)]);
  });

  it('reads addresses in ranges, and goes on where a connection breaks', async () => {
    const folder = temporaryFolder();
    const octets = archive(hosts(0, 400));
    const file = write(folder, 'x.warc.gz', octets);
    let requests = 0;
    const url = await served((request, response) => {
      // The second response is a temporary failure; the other transfers are interrupted.
      if (requests++ === 1) return void response.writeHead(503).end();
      const { from, body } = rangeOf(request, response, octets);
      if (body.length <= 5_000) return void response.end(body);
      response.write(body.subarray(0, 5_000), () => setImmediate(() => response.destroy()));
      expect(from).toBeLessThan(octets.length);
    });
    const out = join(folder, 't.ndjson');
    const address = `${url}/x.warc.gz`;
    const { exit, stderr } = await robots([
      'warc',
      address,
      `${address.replace('http', 'HTTP')}#x`,
      '--out',
      out,
    ]);
    expect([exit, stderr]).toEqual([
      0,
      expect.stringMatching(/^\S+ HTTP:\S+ is named more than once, but read only once\n$/),
    ]);
    expect(readFileSync(out, 'utf8')).toBe((await robots(['warc', file])).stdout);
    expect(requests).toBeGreaterThan(2);
  });

  it('WACZ 1.1.1 §5.2: reads the archives in a ZIP file in place, from disk and in ranges', async () => {
    const folder = temporaryFolder();
    const columns = ['--columns', 'url,outcome,sha256,rules'];
    const rowsOf = async (paths: readonly string[]): Promise<string> => {
      const { exit, stdout, stderr } = await robots(['warc', ...paths, ...columns]);
      expect([exit, stderr]).toEqual([0, '']);
      return stdout;
    };
    const crawls = [2023, 2024].map((year) => `${EXAMPLES}crawl-${year}.warc.gz`);
    const [one, two] = [await rowsOf(crawls.slice(0, 1)), await rowsOf(crawls)];
    for (const [name, rows] of [
      ['py-wacz-0.6.0', two],
      ['js-wacz-0.1.6', one],
      ['archiver-7.0.1-zip64', two],
    ] as const) {
      const path = `${ARCHIVES}${name}.wacz`;
      const octets = readFileSync(path);
      const url = await served((request, response) => response.end(rangeOf(request, response, octets).body));
      expect(await rowsOf([path])).toBe(rows);
      expect(await rowsOf([`${url}/x.wacz`])).toBe(rows);
      const out = join(folder, `${name}.ndjson`);
      expect(await robots(['warc', path, ...columns, '--workers', '2', '--out', out])).toMatchObject({
        exit: 0,
      });
      expect(readFileSync(out, 'utf8').split('\n')).toHaveLength(rows.split('\n').length);
      // A file whose directory is missing, or whose archives are damaged, is told.
      const cut = write(folder, 'cut.wacz', octets.subarray(0, -30));
      expect(await robots(['warc', cut])).toMatchObject({
        ...{ exit: 4, stdout: '' },
        stderr: expect.stringMatching(/a ZIP file whose archives cannot be read in place: unzip/),
      });
      const middle = octets.length >> 1;
      const damaged = write(folder, 'damaged.wacz', Buffer.from(octets).fill(0xff, middle, middle + 1));
      expect(await robots(['warc', damaged])).toMatchObject({
        exit: 4,
        stderr: expect.stringMatching(/#archive\/crawl-202\d/),
      });
    }
  });

  it('tells of an archive in a ZIP file that is empty', async () => {
    const path = write(temporaryFolder(), 'x.wacz', Buffer.from(EMPTY_ENTRY, 'base64'));
    expect(await robots(['warc', path])).toMatchObject({
      ...{ exit: 4, stdout: '' },
      stderr: expect.stringMatching(/x\.wacz#archive\/a\.warc\.gz: at octet 0: This file is empty/),
    });
  });

  it('prints the rows that it read before an address fails', async () => {
    // The archive has more octets than one read returns.
    const large = hosts(0, 400).map((each) => ({
      ...each,
      body: `# ${randomBytes(9_000).toString('base64')}`,
    }));
    const octets = archive(large);
    const whole = (await robots(['warc', write(temporaryFolder(), 'x.warc.gz', octets)])).stdout;
    const url = await served((request, response) => {
      if (!request.headers.range?.startsWith('bytes=0-')) return void response.writeHead(403).end();
      const { body } = rangeOf(request, response, octets);
      response.write(body.subarray(0, 3_000_000), () => setImmediate(() => response.destroy()));
    });
    const { stdout, stderr, exit } = await robots(['warc', `${url}/x.warc.gz`]);
    const rows = (text: string): number => text.split('\n').length - 1;
    expect(rows(stdout)).toBeGreaterThan(10);
    expect(rows(stdout)).toBeLessThan(rows(whole));
    expect(whole.split('\n').slice(0, rows(stdout))).toEqual(stdout.trimEnd().split('\n'));
    expect([exit, stderr]).toEqual([2, expect.stringContaining('403')]);
  });

  it('goes on with --resume where an archive was out of reach, and says so', async () => {
    const folder = temporaryFolder();
    const octets = archive(hosts(0, 4));
    let isOut = true;
    let requests = 0;
    const url = await served((request, response) => {
      // The first request, for the size, succeeds, so the run begins.
      if (isOut && request.url === '/b.warc.gz' && ++requests > 1) return void response.writeHead(403).end();
      response.end(rangeOf(request, response, octets).body);
    });
    const out = join(folder, 't.ndjson');
    const run = ['warc', `${url}/a.warc.gz`, `${url}/b.warc.gz`, '--workers', '1', '--out', out];
    const failed = await robots(run);
    expect([failed.exit, failed.stderr]).toEqual([
      2,
      expect.stringMatching(
        /403.*; finished parts are kept in \S+t\.ndjson\.partial; to continue, run the same command with --resume\n$/,
      ),
    ]);
    isOut = false;
    expect((await robots([...run, '--resume'])).exit).toBe(0);
    expect(readFileSync(out, 'utf8').trimEnd().split('\n')).toHaveLength(8);
  });

  it('reads addresses whose server takes no ranges, and octets that it says are coded as they are stored', async () => {
    const folder = temporaryFolder();
    const octets = archive(hosts(0, 4));
    const url = await served((request, response) => {
      expect(request.method).toBe('GET');
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': octets.length }).end(octets);
    });
    const out = join(folder, 't.ndjson');
    expect(await robots(['warc', `${url}/x.warc.gz`, '--out', out])).toMatchObject({ exit: 0, stderr: '' });
    expect(readFileSync(out, 'utf8').trimEnd().split('\n')).toHaveLength(4);
  });

  it.each([false, true])('reads objects of S3, signed: %j', async (isSigned) => {
    const folder = temporaryFolder();
    const octets = archive(hosts(0, 30));
    const file = write(folder, 'x y.warc.gz', octets);
    const list = write(folder, 'list', Buffer.from('crawl/x y.warc.gz\n'));
    const seen: (string | undefined)[] = [];
    const url = await served((request, response) => {
      expect(request.url).toBe('/bucket/crawl/x%20y.warc.gz');
      seen.push(request.headers.authorization && signatureOf(request));
      if (request.headers.authorization !== undefined)
        expect(seen.at(-1)).toBe(request.headers.authorization);
      response.end(rangeOf(request, response, octets).body);
    });
    const env = {
      AWS_ENDPOINT_URL_S3: url,
      AWS_REGION: 'eu-west-9',
      ...(isSigned && {
        AWS_ACCESS_KEY_ID: KEY_ID,
        AWS_SECRET_ACCESS_KEY: SECRET,
        AWS_SESSION_TOKEN: 'token',
      }),
    };
    const { stdout, stderr, exit } = await robots(
      ['warc', '--files-from', list, '--prefix', 's3://bucket/'],
      { env },
    );
    expect([exit, stderr, stdout]).toEqual([0, '', (await robots(['warc', file])).stdout]);
    expect(seen.map(Boolean)).toEqual([isSigned, isSigned]);
  });

  it(
    'reads pipes, and refuses them where a run may have to go on',
    needs('mkfifo', isOnPath('mkfifo')),
    async () => {
      const folder = temporaryFolder();
      const octets = archive(hosts(0, 2));
      const [file, pipe] = [write(folder, 'a.warc.gz', octets), join(folder, 'pipe')];
      const piped = await robotsIn(`mkfifo ${pipe} && (cat ${file} > ${pipe} &)`, ['warc', pipe]);
      expect(piped.stdout.trimEnd().split('\n')).toHaveLength(2);
      expect(await robots(['warc', '/dev/null', '--out', join(folder, 't.csv')])).toMatchObject({
        exit: 2,
        stderr: expect.stringMatching(
          /Cannot read \/dev\/null with --out: expected a file, not a pipe or a device/,
        ),
      });
    },
  );

  it('refuses what is missing before anything is read', async () => {
    const folder = temporaryFolder();
    const url = await served((_, response) => void response.writeHead(404).end());
    const path = write(folder, 'a.warc.gz', archive(hosts(0, 1)));
    const empty = write(folder, 'empty', Buffer.from('\n'));
    for (const [args, message] of [
      [[path, `${url}/x.warc.gz`, '--out', join(folder, 't.csv')], /x\.warc\.gz: the server answers 404/],
      [
        ['--files-from', empty],
        /Expected WARC files: name them as arguments, or use --files-from or --index/,
      ],
      [[path, '--prefix', 'x'], /--prefix without --files-from or --index/],
      [
        ['--files-from', write(folder, 'list', Buffer.from(`${path}\nnowhere.warc.gz\n`))],
        /nowhere\.warc\.gz.*no such file/,
      ],
    ] as const) {
      const { stdout, stderr, exit } = await robots(['warc', ...args]);
      expect([stdout, exit]).toEqual(['', 2]);
      expect(stderr).toMatch(message);
    }
  });
});

function hostsOf(stdout: string): string[] {
  const lines = stdout.trimEnd().split('\n');
  return lines.map((line) => new URL(JSON.parse(line).url).hostname);
}

const KEY_ID = 'AKIDEXAMPLE';
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';

/**
 * The header field that the request should have, computed as the documentation of AWS Signature Version 4 specifies.
 */
function signatureOf({ method, url, headers }: IncomingMessage): string {
  const hmac = (key: string | Buffer, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest();
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
  const fields = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const canonical = [method, url, '', fields.join(''), names, headers['x-amz-content-sha256']].join('\n');
  const time = String(headers['x-amz-date']);
  const scope = `${time.slice(0, 8)}/eu-west-9/s3/aws4_request`;
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const key = scope.split('/').reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${SECRET}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, hashed].join('\n')).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${KEY_ID}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}
