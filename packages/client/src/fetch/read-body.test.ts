import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { createGate, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FetchFailure } from './fetch-failure.ts';
import { defaultLimits } from './limits.ts';
import { readBody } from './read-body.ts';

const limits = { ...defaultLimits, maxBytes: 1000, bodyTimeoutMs: 200 };
const { signal } = new AbortController();

const coders: Record<string, (body: Uint8Array) => Uint8Array> = {
  '': (body) => body,
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  'deflate, gzip': (body) => gzipSync(deflateSync(body)),
  'br, deflate': (body) => deflateSync(brotliCompressSync(body)),
};

async function* inChunks(body: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let turn = 0; at < body.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    yield body.subarray(at, at + size);
    at += size;
  }
}

async function* forEver(unit: Uint8Array): AsyncGenerator<Uint8Array> {
  const chunk = Buffer.alloc(1000 * unit.length, unit);
  for (;;) yield chunk;
}

describe('readBody', () => {
  it('gives the same body however it is coded and cut into chunks, up to the limit', async () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 1500 }),
      fc.nat(400).map((n) => Buffer.from('# ab\n'.repeat(n))),
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(body, sizes, fc.constantFrom(...Object.keys(coders)), async (whole, cuts, coding) => {
        const coded = coders[coding]!(whole);
        const headers = { 'content-encoding': coding, 'content-length': String(coded.byteLength) };
        const { octets, isTruncated } = await readBody(inChunks(coded, cuts), headers, limits, signal);
        expect(isTruncated).toBe(whole.byteLength > limits.maxBytes);
        expect(Buffer.compare(octets, whole.subarray(0, limits.maxBytes + 1))).toBe(0);
      }),
      { numRuns: runs(300) },
    );
  });

  it('fails for every coding that is cut anywhere', async () => {
    const whole = Buffer.from('User-agent: *\nDisallow: /private/\n'.repeat(5));
    for (const coding of ['gzip', 'deflate', 'br']) {
      const coded = coders[coding]!(whole);
      for (let end = 1; end < coded.byteLength; end++) {
        const reading = readBody(coded.subarray(0, end), { 'content-encoding': coding }, limits, signal);
        await expect(reading, `${coding} cut at ${end}`).rejects.toMatchObject({ failure: 'broken-body' });
      }
    }
  });

  it('reads bare deflate, also octet by octet', async () => {
    const coded = deflateRawSync(Buffer.from('Disallow: /'));
    const { octets } = await readBody(
      inChunks(coded, [1]),
      { 'content-encoding': 'deflate' },
      limits,
      signal,
    );
    expect(new TextDecoder().decode(octets)).toBe('Disallow: /');
  });

  const bomb = gzipSync(Buffer.alloc(80_000_000));
  it.each([
    ['a gzip bomb of 80 MB', 'gzip', bomb],
    ['a bomb in a bomb', 'gzip, gzip', gzipSync(bomb)],
  ])('stops at the limit in %s', async (_, coding, coded) => {
    async function* endless() {
      yield coded;
      // A reader that decodes everything would wait here forever.
      await new Promise(() => undefined);
    }
    const before = process.memoryUsage().rss;
    const { octets, isTruncated } = await readBody(endless(), { 'content-encoding': coding }, limits, signal);
    expect([octets.byteLength, isTruncated]).toEqual([1001, true]);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  it.each([
    ['gzip members without content', 'gzip', gzipSync('')],
    ['blocks of deflate without content', 'deflate', Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff])],
  ])('does not follow %s for ever', async (_, coding, chunk) => {
    const reading = readBody(forEver(chunk), { 'content-encoding': coding }, limits, signal);
    await expect(reading).rejects.toMatchObject({ failure: 'broken-body' });
  });

  it('ends its source when the coding is broken', async () => {
    const [gate, ended] = [createGate(), createGate()];
    async function* source() {
      try {
        yield Buffer.from('not gzip at all, but long enough');
        await gate.opened;
        yield Buffer.from('more');
      } finally {
        ended.open();
      }
    }
    await expect(readBody(source(), { 'content-encoding': 'gzip' }, limits, signal)).rejects.toBeInstanceOf(
      FetchFailure,
    );
    gate.open();
    await ended.opened;
  });

  it('copies: what a transport does with its octets later is its own affair', async () => {
    const chunk = Buffer.from('Disallow: /');
    const { octets } = await readBody(chunk, {}, limits, signal);
    chunk.fill(0);
    expect(new TextDecoder().decode(octets)).toBe('Disallow: /');
  });
});
