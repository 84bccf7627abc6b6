/** Builds WARC files for tests, with handwritten records. */
import { gzipSync } from 'node:zlib';

/** A record; its block is text or octets. */
export interface BuiltRecord {
  type?: string;
  url?: string;
  date?: string | undefined;
  block?: string | Uint8Array;
  /** Additional fields, or replacements for the default ones. */
  fields?: Record<string, string>;
}

export function record({
  type = 'response',
  url = 'https://example.com/robots.txt',
  block = '',
  ...rest
}: BuiltRecord): Buffer {
  const octets = Buffer.from(block as string);
  const date = 'date' in rest ? rest.date : '2026-11-22T10:11:12Z';
  const fields: Record<string, string | undefined> = {
    'WARC-Type': type,
    'WARC-Target-URI': url,
    'WARC-Date': date,
    'Content-Type': 'application/http; msgtype=response',
    'Content-Length': String(octets.length),
    ...rest.fields,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}\r\n`],
  );
  return Buffer.concat([Buffer.from(`WARC/1.0\r\n${lines.join('')}\r\n`), octets, Buffer.from('\r\n\r\n')]);
}

export function http(
  body: string | Uint8Array,
  status = '200 OK',
  headers: Record<string, string> = { 'Content-Type': 'text/plain' },
): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`),
    Buffer.from(body as string),
  ]);
}

/** A response with a robots.txt. */
export function robotsRecord(
  host: string,
  body: string | Uint8Array,
  status?: string,
  headers?: Record<string, string>,
): Buffer {
  return record({ url: `https://${host}/robots.txt`, block: http(body, status, headers) });
}

/** One member per record, as in usual archives. */
export function gzipped(records: readonly Uint8Array[]): Buffer {
  return Buffer.concat(records.map((one) => gzipSync(one)));
}

/** Splits octets into chunks of `size`, so that chunk boundaries can be at any position. */
export async function* chunked(octets: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size);
}
