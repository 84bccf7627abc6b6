/** Tests that readers of external input take linear time: four times the input must not take sixteen times as long. */
import { gzipSync } from 'node:zlib';
import { readLog } from '@robots-exclusion/audit';
import { defaultLimits, readBody } from '@robots-exclusion/client/remote-body';
import { readWarc } from '@robots-exclusion/corpus';
import { parse } from 'robots-exclusion';
import { describe, expect, it } from 'vitest';
import { readSitemap } from '../../client/src/sitemap/read-sitemap.ts';
import { jsonFault } from '../../server/src/body/json-fault.ts';
import { readLines } from '../../server/src/stream/lines.ts';

const fills: readonly (readonly [string, string])[] = [
  ['spaces', ' '],
  ['<', '<'],
  ['line ends', '\n'],
  ['a', 'a'],
  ['NUL', '\0'],
  ['CR', '\r'],
  ['quotes', '"'],
  ['brackets', '[{'],
  ['spaces and line ends', '   \n'],
  ['< and spaces', '< '],
  ['a and NUL', 'a\0'],
  ['colons', 'a: b\r\n'],
];

/** Yields octets in pieces of 16 KiB, as they arrive from the network. */
async function* pieces(octets: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < octets.length; at += 16_384) yield octets.subarray(at, at + 16_384);
}

async function exhausted(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

type Reader = (octets: Buffer, isPacked: boolean) => unknown;

const never = new AbortController().signal;
const coding = (isPacked: boolean): Record<string, string> =>
  isPacked ? { 'content-encoding': 'gzip' } : {};

/** The readers, each with a valid beginning of its input, so that the reader does not reject the rest immediately. */
const readers: readonly (readonly [string, string, Reader])[] = [
  [
    'a robots.txt',
    '',
    async (octets, isPacked) =>
      parse(
        (await readBody(pieces(octets), coding(isPacked), { ...defaultLimits, maxBytes: 1e9 }, never)).octets,
        { maxBytes: 1e9 },
      ),
  ],
  ['a sitemap', '', (octets) => readSitemap({ octets, contentEncoding: undefined, isCut: false })],
  [
    'a sitemap within a location',
    '<urlset><url><loc>',
    (octets) => readSitemap({ octets, contentEncoding: undefined, isCut: false }),
  ],
  [
    'a sitemap within a tag',
    '<urlset ',
    (octets) => readSitemap({ octets, contentEncoding: undefined, isCut: false }),
  ],
  ['an archive', 'WARC/1.0\r\nContent-Length: 10\r\n\r\n', (octets) => exhausted(readWarc(pieces(octets)))],
  ['an archive within a header', 'WARC/1.0\r\n', (octets) => exhausted(readWarc(pieces(octets)))],
  [
    'a log',
    '1.2.3.4 - - [23/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "A/1"\n',
    (octets) => exhausted(readLog(pieces(octets))),
  ],
  [
    'lines of a stream',
    '{}\n',
    (octets, isPacked) =>
      isPacked
        ? undefined
        : exhausted(
            readLines(ReadableStream.from(pieces(octets)) as ReadableStream<Uint8Array>, {
              maxBytes: 1e9,
              timeoutMs: 1e6,
              end: never,
              turn: () => undefined,
              hold() {},
              release() {},
            }),
          ),
  ],
  [
    'a request that is not JSON',
    '{"a":',
    (octets, isPacked) => (isPacked ? undefined : jsonFault(octets.toString())),
  ],
];

const MIB = 1024 * 1024;
/**
 * An allowance for timers, garbage collection and the first run of code, because their time does not depend on the
 * input.
 */
const NOISE_MS = 150;

/** Damage that once made the search for the next record or member start over and over. */
const stored = (octets: Buffer): Buffer => {
  const head = Buffer.from([0, 0, 0, 0, 0]);
  head.writeUInt16LE(octets.length, 1);
  head.writeUInt16LE(~octets.length & 0xffff, 3);
  return Buffer.concat([head, octets]);
};
const memberHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const url = 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/robots.txt\r\n';
const record = (block: string): Buffer =>
  Buffer.from(`${url}Content-Length: ${block.length}\r\n\r\n${block}\r\n\r\n`);
const good = record('HTTP/1.1 200 OK\r\n\r\nUser-agent: *\n');
const runaway = Buffer.concat([memberHead, stored(Buffer.from('WARC/'))]);
const damage: readonly (readonly [string, Buffer])[] = [
  ['heads without an end', Buffer.from('WARC/1.0\r\n')],
  ['records in records', Buffer.from('WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 5\r\n\r\n')],
  ['lengths that are not numbers', Buffer.from('WARC/1.0\r\nContent-Length: x\r\n\r\n')],
  ['header lines', Buffer.from('X: y\r\n')],
  [
    'continued header lines',
    Buffer.concat([Buffer.from(`${url}A: b\r\n${' x\r\n'.repeat(2 ** 17)}\r\n\r\n`)]),
  ],
  ['members of one octet', Buffer.concat([...'WARC/1.0\r\nX: y'].map((octet) => gzipSync(octet)))],
  ['beginnings of members', Buffer.from([0x1f, 0x8b, 8, 0])],
  ['members that run on to the end', Buffer.concat([gzipSync(good), runaway])],
  ['members within members', stored(Buffer.concat([memberHead, stored(Buffer.alloc(0))]))],
  ['beginnings of frames', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  ['frames of empty blocks', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58, 0, 0, 0])],
  ['interim responses', record('HTTP/1.1 100 Continue\n\n'.repeat(20_000))],
  [
    'chunks of one octet',
    record(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(100_000)}`),
  ],
];

describe('reading an archive with', () => {
  it.each(damage)('%s costs no more than eight times as much for four times as much', async (_, unit) => {
    const first = unit[0] === 0x28 ? unit : unit[0] === 0x57 || unit[0] === 0x58 ? good : gzipSync(good);
    const archive = (size: number): Buffer => Buffer.concat([first, Buffer.alloc(size, unit)]);
    const cpu = async (size: number): Promise<number> => {
      const octets = archive(size);
      const before = process.cpuUsage();
      await exhausted(readWarc(pieces(octets)));
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const once = Math.min(await cpu(2 * MIB), await cpu(2 * MIB));
    expect(await cpu(8 * MIB)).toBeLessThan(8 * once + NOISE_MS);
  });
});

/** Milliseconds of processor time. A reader may reject its input, which is cheap and correct. */
async function cpuOf(read: Reader, text: string, isPacked: boolean): Promise<number> {
  const octets = isPacked ? gzipSync(text) : Buffer.from(text);
  const before = process.cpuUsage();
  await Promise.resolve(read(octets, isPacked)).catch(() => {});
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe.each(readers)('reading %s', (_, start, read) => {
  it.each(
    fills.flatMap(([name, fill]) => [[name, fill, false] as const, [`${name}, packed`, fill, true] as const]),
  )(
    'that goes on with %s costs no more than eight times as much for four times as much',
    async (__, fill, isPacked) => {
      const text = (size: number): string => start + fill.repeat(size / fill.length);
      const once = Math.min(await cpuOf(read, text(MIB), isPacked), await cpuOf(read, text(MIB), isPacked));
      const four = await cpuOf(read, text(4 * MIB), isPacked);
      expect(four).toBeLessThan(8 * once + NOISE_MS);
    },
  );
});
