/** Tests that readers of external input take linear time: four times the input must not take sixteen times as long. */
import { gzipSync } from 'node:zlib';
import { readLog } from '@robots-exclusion/audit';
import { defaultLimits, readBody } from '@robots-exclusion/client/remote-body';
import { readWarc } from '@robots-exclusion/corpus';
import { parse } from 'robots-exclusion';
import { describe, expect, it } from 'vitest';
import { readSitemap } from '../../server/src/answers/read-sitemap.ts';
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

/** Milliseconds of processor time. A reader may reject its input, which is cheap and correct. */
async function cpuOf(read: Reader, text: string, isPacked: boolean): Promise<number> {
  const octets = isPacked ? gzipSync(text) : Buffer.from(text);
  const before = process.cpuUsage();
  await Promise.resolve(read(octets, isPacked)).catch(() => {});
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const MIB = 1024 * 1024;
/**
 * An allowance for timers, garbage collection and the first run of code, because their time does not depend on the
 * input.
 */
const NOISE_MS = 150;

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
