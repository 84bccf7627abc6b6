/** Archives and tables for tests of `robots warc`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { onTestFinished } from 'vitest';

/** A robots.txt that forbids a path. */
export const file = (path: string): string => `User-agent: *\nDisallow: ${path}\n`;

/** Creates an archive with a member for each record. */
export function archive(
  records: readonly { host: string; body?: string; status?: string; date?: string }[],
): Buffer {
  return Buffer.concat(
    records.map(({ host, body = file('/'), status = '200 OK', date = '2026-01-01T00:00:00Z' }) => {
      const block = `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\n\r\n${body}`;
      const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://${host}/robots.txt\r\nWARC-Date: ${date}\r\nContent-Length: ${Buffer.byteLength(block)}`;
      return gzipSync(`${head}\r\n\r\n${block}\r\n\r\n`);
    }),
  );
}

/** Writes archives that are too large to be read together, so that each is a separate piece. */
export function largeArchives(folder: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const path = join(folder, `${index}.warc.gz`);
    const filler = Buffer.alloc(17 * 1024 * 1024);
    const records = Array.from({ length: 30 }, (__, at) => ({
      host: `h${at}.a${index}.example`,
      body: file(`/${at}`),
    }));
    writeFileSync(path, Buffer.concat([archive(records), filler]));
    return path;
  });
}

/** Writes a file, and returns its path. */
export function write(folder: string, name: string, octets: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, octets);
  return path;
}

export async function parquetRows(path: string): Promise<Record<string, unknown>[]> {
  const octets = readFileSync(path);
  const rows = await parquetReadObjects({
    file: octets.buffer.slice(octets.byteOffset, octets.byteOffset + octets.length) as ArrayBuffer,
  });
  for (const row of rows)
    for (const name of ['usage', 'diagnostics', 'http']) if (name in row) row[name] = JSON.parse(row[name]);
  return rows;
}

/** A capture of any URL, not only of a robots.txt. */
export interface StoredCapture {
  readonly url: string;
  readonly status?: string;
  /** Additional header fields, one per line. */
  readonly headers?: string;
  readonly body?: string;
  readonly date?: string;
}

/** Creates an archive with a member for each capture. */
export function storedArchive(captures: readonly StoredCapture[]): Buffer {
  return Buffer.concat(
    captures.map(({ url, status = '200 OK', headers = '', body = '', date = '2026-01-01T00:00:00Z' }) => {
      const block = `HTTP/1.1 ${status}\r\n${headers}\r\n${body}`;
      const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nWARC-Date: ${date}\r\nContent-Length: ${Buffer.byteLength(block)}`;
      return gzipSync(`${head}\r\n\r\n${block}\r\n\r\n`);
    }),
  );
}

/** Answers with the range of `octets` that the request asks for. */
export function rangeOf(
  request: IncomingMessage,
  response: ServerResponse,
  octets: Buffer,
): { readonly from: number; readonly range: string; readonly body: Buffer } {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const from = Number(first);
  const body = octets.subarray(from, Number(last) + 1);
  response.writeHead(206, {
    etag: '"1"',
    'content-length': body.length,
    'content-range': `bytes ${from}-${from + body.length - 1}/${octets.length}`,
  });
  return { from, range: `${first}-${last}`, body };
}

/** The origin of a server that answers until the test ends. */
export async function served(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
