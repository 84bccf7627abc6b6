/**
 * Every format in every wrapping and packing: the result is correct, or the log is rejected by name; nothing is
 * silently wrong.
 */
import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readLog } from '../src/index.ts';
import { senders } from './senders.ts';
import { type LogWriter, logOf, type Request, writers } from './write-log.ts';

const COUNT = 600;

/** The same every time; headers with quotes and octets that formats escape. */
const requests = Array.from({ length: COUNT }, (_, index): Request => {
  const mixed = Math.imul(index + 1, 0x9e3779b1) >>> 0;
  const { userAgent, address } = senders[mixed % senders.length] as (typeof senders)[number];
  return {
    time: Date.UTC(2026, 10, 5) + index * 1000,
    host: `h${(mixed >>> 5) % 3}.example.com`,
    address,
    method: ['GET', 'GET', 'HEAD', 'POST'][(mixed >>> 7) % 4] as string,
    url: `/${['a', 'b%20c', 'robots.txt', 'x;y=1'][(mixed >>> 9) % 4]}${(mixed >>> 11) % 2 ? `?q=${index}` : ''}`,
    status: [200, 301, 304, 404, 503][(mixed >>> 13) % 5] as number,
    bytes: mixed % 100_000,
    userAgent,
  };
});

/** What collects logs writes each line into a line of its own. */
const wrappings: readonly (readonly [string, (line: string) => string])[] = [
  ['as it is', (line) => line],
  [
    'in Docker',
    (line) => JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-11-05T10:00:00.1Z' }),
  ],
  ['in Kubernetes', (line) => `2026-11-05T10:00:00.123456789Z stdout F ${line}`],
];

const packings: readonly (readonly [string, (text: Buffer) => Buffer | undefined])[] = [
  ['plain', (text) => text],
  ['gzip', (text) => gzipSync(text)],
  ['two members', (text) => Buffer.concat([gzipSync(text.subarray(0, 7777)), gzipSync(text.subarray(7777))])],
  ['CRLF', (text) => Buffer.from(text.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')],
  ['a byte order mark', (text) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text])],
  ['no last line end', (text) => text.subarray(0, -1)],
  ['UTF-16', (text) => Buffer.from(`\ufeff${text.toString('utf8')}`, 'utf16le')],
  ['bzip2', (text) => packedBy('bzip2', text)],
  ['xz', (text) => packedBy('xz', text)],
];

/** `undefined` where the program is not installed. */
function packedBy(program: string, text: Buffer): Buffer | undefined {
  const { error, stdout } = spawnSync(program, ['-c'], { input: text, maxBuffer: 1 << 24 });
  return error ? undefined : stdout;
}

function* cutUp(octets: Buffer): Generator<Buffer> {
  for (let at = 0; at < octets.length; at += 1009) yield octets.subarray(at, at + 1009);
}

/** What a log of that format tells of a request. */
function told(writer: LogWriter, { time, host, address, method, url, status, bytes, userAgent }: Request) {
  // IIS writes a blank as `+`, and a `+` as it is.
  const header = writer.name === 'IIS' ? userAgent.replaceAll('+', ' ') : userAgent;
  return {
    time,
    host: writer.hasHost ? host : undefined,
    address,
    method,
    url,
    status,
    bytes: writer.hasBytes === false ? undefined : bytes,
    userAgent: writer.hasUserAgent ? header : '',
  };
}

async function outcomeOf(octets: Buffer, writer: LogWriter): Promise<string> {
  const reading = readLog(cutUp(octets), writer.format);
  let index = 0;
  for await (const hit of reading) {
    const expected = told(writer, requests[index++] as Request);
    const found = {
      ...told(writer, { ...hit, host: hit.host ?? '', bytes: hit.bytes ?? 0 }),
      // A chain of proxies is kept as written; it ends with the address that the server's own proxy saw.
      address: hit.address.split(', ').at(-1),
      host: hit.host,
      bytes: hit.bytes,
    };
    found.time = Math.floor(hit.time / 1000) * 1000;
    if (JSON.stringify(found) !== JSON.stringify(expected))
      return `wrong: ${JSON.stringify(found)} for ${JSON.stringify(expected)}`;
  }
  const { hits, skipped, refusal } = reading.summary;
  if (hits === COUNT) return 'right';
  if (hits === 0 && (refusal !== undefined || skipped > 0)) return 'refused';
  return `${hits} of ${COUNT} hits, ${skipped} skipped`;
}

it.each(wrappings)('every format and packing, %s', async (wrapping, wrap) => {
  const outcomes = new Map<string, number>();
  const faults: string[] = [];
  for (const writer of writers) {
    const text = logOf(writer, requests)
      .split('\n')
      .slice(0, -1)
      .map((line) => `${wrap(line)}\n`)
      .join('');
    for (const [packing, pack] of packings) {
      const octets = pack(Buffer.from(text, 'latin1'));
      if (!octets) continue;
      const outcome = await outcomeOf(octets, writer);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const isReadable = wrapping === 'as it is' && !['UTF-16', 'bzip2', 'xz'].includes(packing);
      if (outcome !== 'right' && (isReadable || outcome !== 'refused'))
        faults.push(`${writer.name}, ${packing}: ${outcome}`);
    }
  }
  expect(faults).toEqual([]);
  expect(outcomes.get('right')).toBeGreaterThan(writers.length);
});
