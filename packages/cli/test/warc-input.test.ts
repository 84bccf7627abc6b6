/** `robots warc`: where archives come from, and a folder as the table. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots, temporaryFolder } from './command.ts';
import { archive, parquetRows, write } from './warc-archives.ts';

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
      expect(listed.stderr).toMatch(/in\/a\.warc\.gz is named twice; it is read once\n$/);
    }
    expect((await robots(['warc', '--files-from', '-', ...prefix], { input: list })).stdout).toBe(stdout);
  });

  it('writes a folder of Parquet files, and says what it holds', async () => {
    const folder = temporaryFolder();
    const path = write(folder, 'a.warc.gz', archive(hosts(0, 5)));
    const out = join(folder, 'table');
    expect((await robots(['warc', path, '--agent', 'GPTBot', '--out', `${out}/`])).exit).toBe(0);
    expect(readdirSync(out)).toEqual(['_manifest.json', 'part-000000.parquet']);
    const manifest = JSON.parse(readFileSync(join(out, '_manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({
      rows: 5,
      parts: [{ file: 'part-000000.parquet', rows: 5 }],
      follow: true,
    });
    expect(await parquetRows(join(out, 'part-000000.parquet'))).toHaveLength(5);
    const again = await robots(['warc', path, '--out', `${out}/`]);
    expect([again.exit, again.stderr]).toEqual([
      2,
      expect.stringMatching(/expected one that is not there, or is empty/),
    ]);
  });

  it('reads addresses in ranges, and goes on where a connection breaks', async () => {
    const folder = temporaryFolder();
    const octets = archive(hosts(0, 400));
    const file = write(folder, 'x.warc.gz', octets);
    let requests = 0;
    const url = await served((request, response) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const headers = { 'accept-ranges': 'bytes', etag: '"1"', 'content-length': octets.length - from };
      if (request.method === 'HEAD') return void response.writeHead(200, headers).end();
      // The first answer is a failure that passes, the others break off.
      if (requests++ === 0) return void response.writeHead(503).end();
      response.writeHead(from > 0 ? 206 : 200, headers);
      const end = Math.min(octets.length, from + 5_000);
      if (end === octets.length) return void response.end(octets.subarray(from));
      response.write(octets.subarray(from, end), () => setImmediate(() => response.destroy()));
    });
    const out = join(folder, 't.ndjson');
    const { exit, stderr } = await robots(['warc', `${url}/x.warc.gz`, '--out', out]);
    expect([exit, stderr]).toEqual([0, '']);
    expect(readFileSync(out, 'utf8')).toBe((await robots(['warc', file])).stdout);
    expect(requests).toBeGreaterThan(2);
  });

  it('refuses what is missing before anything is read', async () => {
    const folder = temporaryFolder();
    const url = await served((_, response) => void response.writeHead(404).end());
    const path = write(folder, 'a.warc.gz', archive(hosts(0, 1)));
    const empty = write(folder, 'empty', Buffer.from('\n'));
    for (const [args, message] of [
      [[path, `${url}/x.warc.gz`, '--out', join(folder, 't.csv')], /x\.warc\.gz: the server answers 404/],
      [['--files-from', empty], /Expected WARC files, as arguments or with --files-from/],
      [[path, '--prefix', 'x'], /--prefix without --files-from/],
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

async function served(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
