/** Reads captures from WARC files (ISO 28500), intact and damaged. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gunzipSync, gzipSync } from 'node:zlib';
import {
  type Capture,
  type Fault,
  NotWarcError,
  type ReadWarcOptions,
  readWarc,
} from '@robots-exclusion/corpus';
import { needs, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHttpAnswer } from '../src/warc/http-answer.ts';
import { zstdLibrary } from '../src/warc/zstd-library.ts';
import { chunked, gzipped, http, record, robotsRecord } from './warc-builder.ts';

const body = (index: number): string => `User-agent: *\nDisallow: /${index}\n`;
const records = Array.from({ length: 5 }, (_, index) => robotsRecord(`${index}.example`, body(index)));
const other = record({ url: 'https://0.example/page', block: http('<html>') });
const info = record({
  type: 'warcinfo',
  url: undefined as never,
  block: 'software: test\r\n',
  fields: { 'WARC-Target-URI': undefined as never },
});

async function read(
  octets: Uint8Array,
  options: ReadWarcOptions = {},
  size = octets.length || 1,
): Promise<{ hosts: string[]; texts: string[]; captures: Capture[]; faults: Fault[] }> {
  const captures: Capture[] = [];
  const faults: Fault[] = [];
  const stream = chunked(octets, size);
  for await (const capture of readWarc(stream, { onFault: (fault) => faults.push(fault), ...options }))
    captures.push(capture);
  return {
    captures,
    faults,
    hosts: captures.map(({ url }) => new URL(url).host),
    texts: captures.map(({ payload }) => Buffer.from(payload ?? []).toString()),
  };
}

const whole = records.map((_, index) => body(index));

describe('readWarc: forms of archives', () => {
  const plain = Buffer.concat([info, ...records.slice(0, 2), other, ...records.slice(2)]);
  const all = [info, ...records.slice(0, 2), other, ...records.slice(2)];
  const forms: [string, () => Promise<Uint8Array> | Uint8Array][] = [
    ['plain', () => plain],
    ['gzip, a member for each record', () => gzipped(all)],
    ['gzip, one member', () => gzipSync(plain)],
    [
      'gzip, members that begin anywhere',
      () =>
        gzipped(
          Array.from({ length: 30 }, (_, at) =>
            plain.subarray(at * 97, at === 29 ? undefined : (at + 1) * 97),
          ),
        ),
    ],
    ['gzip, padded with zeros', () => Buffer.concat([gzipped(all), Buffer.alloc(512)])],
    ['gzip, with all fields of the header', () => Buffer.concat(all.map(withHeaderFields))],
    [
      'zstd, a frame for each record',
      async () => {
        return zstdFrames(all);
      },
    ],
    ['zstd with a dictionary', zstdWithDictionary],
    ['zstd with a coded dictionary', () => zstdWithDictionary(true)],
  ];

  it.each(forms)('%s', async (_, make) => {
    const octets = await make();
    for (const size of [1, 7, 1000, octets.length]) {
      const { texts, faults } = await read(octets, {}, size);
      expect(texts).toEqual(whole);
      expect(faults).toEqual([]);
    }
  });

  /** Adds all optional parts of a gzip header (RFC 1952 §2.3.1): extra field, name, comment and header checksum. */
  function withHeaderFields(octets: Buffer): Buffer {
    const member = gzipSync(octets);
    const header = Buffer.from([0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3]);
    const texts = Buffer.from('name\0a comment\0');
    return Buffer.concat([header, texts, Buffer.from([0, 0]), member.subarray(10)]);
  }

  async function zstdWithDictionary(isCoded = false): Promise<Uint8Array> {
    const { compress, compressUsingDict, createCCtx } = await zstdLibrary();
    const dictionary = Buffer.from(
      'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://User-agent: *\nDisallow: /'.repeat(4),
    );
    const stored = isCoded === true ? compress(dictionary) : dictionary;
    const head = Buffer.alloc(8);
    head.writeUInt32LE(0x184d2a5d, 0);
    head.writeUInt32LE(stored.length, 4);
    const context = createCCtx();
    return Buffer.concat([head, stored, ...all.map((one) => compressUsingDict(context, one, dictionary))]);
  }

  it('zstd files one after another, with and without a dictionary, are read like one', async () => {
    const parts = [await zstdWithDictionary(), await zstdWithDictionary(true), await zstdFrames(all)];
    const { texts, faults } = await read(Buffer.concat(parts), {}, 100);
    expect(faults).toEqual([]);
    expect(texts).toEqual([...whole, ...whole, ...whole]);
  });

  it('zstd with a damaged dictionary loses records, not the run', async () => {
    const damaged = Buffer.from(await zstdWithDictionary(true)).fill(0xee, 14, 20);
    const { faults } = await read(Buffer.concat([damaged, await zstdFrames(all)]));
    expect(faults.length).toBeGreaterThan(0);
  });

  const packings: [string, (parts: Buffer[]) => Buffer | Promise<Buffer>][] = [
    ['plain', (parts: Buffer[]) => Buffer.concat(parts)],
    ['gzip, a member for each record', gzipped],
    ['gzip, one member', (parts: Buffer[]) => gzipSync(Buffer.concat(parts))],
    ['zstd, a frame for each record', zstdFrames],
    [
      'zstd, frames that do not say what they hold',
      async (parts: Buffer[]) => unsized(await zstdFrames(parts)),
    ],
  ];

  it.each(packings)('%s: a first record with a header of up to 1 MiB is read', async (_, pack) => {
    for (const length of [70_000, 1_000_000]) {
      const filler = 'ab c'.repeat(length / 4);
      const long = record({
        url: 'https://long.example/robots.txt',
        fields: { 'X-Filler': filler },
        block: http('User-agent: *\nDisallow: /long\n'),
      });
      const octets = await pack([long, ...records]);
      for (const size of [1000, octets.length]) {
        const { texts, faults } = await read(octets, {}, size);
        expect(faults).toEqual([]);
        expect(texts.slice(1)).toEqual(whole);
        expect(texts[0]).toContain('/long');
      }
    }
  });

  it.each(packings)('%s: a first record with a longer one is lost alone', async (_, pack) => {
    for (const length of [1_048_576]) {
      const long = record({ type: 'warcinfo', fields: { 'X-Filler': 'a'.repeat(length) } });
      const octets = await pack([long, ...records]);
      for (const size of [65_536, octets.length]) {
        const { texts, faults } = await read(octets, {}, size);
        expect(texts).toEqual(whole);
        expect(faults).toMatchObject([{ code: 'bad-record-header', offset: 0 }]);
      }
    }
  });

  it.each(packings)(
    '%s: the fields of an answer are never its body, however long they are',
    async (_, pack) => {
      for (const length of [70_000, 262_145, 400_000]) {
        const filler = `${'a'.repeat(length)}`;
        const answer = robotsRecord('long.example', 'User-agent: *\nDisallow: /long\n', '200 OK', {
          'X-Filler': filler,
        });
        const endless = record({
          url: 'https://endless.example/robots.txt',
          block: `HTTP/1.1 200 OK\r\nX-Filler: ${filler}\r\nDisallow: /not-a-rule`,
        });
        const { texts } = await read(await pack([answer, endless, ...records]), {}, 65_536);
        expect(texts.slice(2)).toEqual(whole);
        expect(texts[0]).toContain('Disallow: /long');
        expect(texts[0]).not.toContain('aaaa');
        expect(texts[1]).not.toContain('Disallow');
      }
    },
  );

  it.each([1, 4, 5, 12])(
    'zstd frames of %i MiB are read whether or not they say what they hold',
    async (size) => {
      const page = record({
        url: 'https://a.example/page',
        block: http(Buffer.alloc(size * 1024 * 1024, 'page ')),
      });
      const large = robotsRecord('large.example', Buffer.alloc(size * 1024 * 1024, 'Disallow: /\n'));
      const parts = [records[0] as Buffer, page, large, records[1] as Buffer];
      const sized = await zstdFrames(parts);
      const expected = await read(gzipped(parts));
      expect(expected.faults).toEqual([]);
      for (const octets of [sized, unsized(sized)]) {
        const { texts, faults } = await read(octets, {}, 100_000);
        expect(faults).toEqual([]);
        expect(texts).toEqual(expected.texts);
      }
    },
  );

  async function zstdFrames(parts: readonly Buffer[]): Promise<Buffer> {
    const { compress } = await zstdLibrary();
    return Buffer.concat(parts.map((one) => compress(one)));
  }

  /** The frames that a program would write if it did not know the content size in advance (RFC 8878 §3.1.1.1). */
  function unsized(octets: Buffer): Buffer {
    const frames: Buffer[] = [];
    for (let at = 0; at < octets.length; ) {
      const descriptor = octets[at + 4] as number;
      const isSingle = (descriptor & 0x20) !== 0;
      const flag = descriptor >> 6;
      const blocks = at + 5 + Number(!isSingle) + (flag === 0 ? Number(isSingle) : 1 << flag);
      let end = blocks;
      for (let isLast = false; !isLast; ) {
        const header = octets.readUIntLE(end, 3);
        isLast = (header & 1) === 1;
        end += 3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3);
      }
      if (descriptor & 4) end += 4;
      // A window of 64 MiB: exponent 16.
      frames.push(
        octets.subarray(at, at + 4),
        Buffer.from([descriptor & 4, 16 << 3]),
        octets.subarray(blocks, end),
      );
      at = end;
    }
    return Buffer.concat(frames);
  }

  it('says where each record begins', async () => {
    const { captures } = await read(gzipped(records), {}, 50);
    const starts = records.map((_, index) => gzipped(records.slice(0, index)).length);
    expect(captures.map(({ offset }) => offset)).toEqual(starts);
    const { captures: inPlain } = await read(Buffer.concat(records), {}, 50);
    expect(inPlain.map(({ offset }) => offset)).toEqual(
      records.map((_, index) => Buffer.concat(records.slice(0, index)).length),
    );
  });

  it('reads nothing out of nothing', async () => {
    expect(await read(Buffer.alloc(0))).toMatchObject({ captures: [], faults: [] });
  });

  it.each([
    [
      'ARC',
      Buffer.from('filedesc://x.arc 0.0.0.0 20000101000000 text/plain 76\n'),
      /ARC file: warcio recompress/,
    ],
    ['ARC in gzip', gzipSync('filedesc://x.arc 0.0.0.0 20000101000000 text/plain 76\n'), /ARC file/],
    ['a robots.txt', Buffer.from('User-agent: *\nDisallow: /\n'), /begins with "User-agent: \*\\nDisall"/],
    ['a gzipped robots.txt', gzipSync('User-agent: *\nDisallow: /\n'), /not a WARC file/],
    ['a WACZ', Buffer.from('PK\x03\x04\x14\0\0\0'), /ZIP file .* in place: unzip FILE 'archive\/\*'/],
    ['LZ4', Buffer.from([4, 0x22, 0x4d, 0x18, 0x40]), /by LZ4: lz4 -d FILE/],
    ['bzip2', Buffer.from('BZh91AY&SY'), /bunzip2 FILE/],
    ['xz', Buffer.from('\xfd7zXZ\0\0', 'latin1'), /unxz FILE/],
    ['CDX', Buffer.from(' CDX N b a m s k r M S V g\n'), /an index \(CDX\)/],
    [
      'CDXJ',
      gzipSync('com,example)/robots.txt 20261122101112 {"url": "x"}\n'),
      /--index for lines with JSON/,
    ],
    ['three octets', Buffer.from('WAR'), /has 3 octets/],
  ])('refuses %s in words', async (_, octets, message) => {
    await expect(read(octets)).rejects.toThrow(NotWarcError);
    await expect(read(octets)).rejects.toThrow(message);
  });
});

describe('readWarc: what is damaged is lost, the rest is read', () => {
  it.each([
    ['gzip', gzipped],
    ['plain', Buffer.concat],
  ])('the beginning of a file costs its first record: %s', async (_, stored) => {
    for (const fill of [0xaa, 0]) {
      const octets = Buffer.from(stored(records.slice(0, 3))).fill(fill, 0, 40);
      for (const chunk of [octets.length, 7]) {
        const { hosts, faults } = await read(octets, {}, chunk);
        expect(hosts).toEqual(['1.example', '2.example']);
        expect(faults.map(({ offset }) => offset)).toEqual([0]);
      }
    }
  });

  it('an octet in the middle of a gzip file', async () => {
    const members = records.map((one) => gzipSync(one));
    for (let at = 12; at < (members[2]?.length ?? 0); at += 11) {
      const damaged = Buffer.from(members[2] as Buffer);
      damaged[at] = (damaged[at] as number) ^ 0x40;
      // The last bits of a deflate stream are padding.
      if (isReadable(damaged)) continue;
      const octets = Buffer.concat([...members.slice(0, 2), damaged, ...members.slice(3)]);
      for (const size of [13, octets.length]) {
        const { texts, faults } = await read(octets, {}, size);
        expect(texts).toEqual(whole.filter((_, index) => index !== 2));
        expect(faults).toMatchObject([
          { code: 'damaged-member', offset: members[0]!.length + members[1]!.length },
        ]);
      }
    }
  });

  it('any octets of a gzip file: nothing throws, and at most the records that they touch are lost', async () => {
    const members = records.map((one) => gzipSync(one));
    const octets = Buffer.concat(members);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(octets.length - 1),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(255),
        fc.integer({ min: 5, max: 400 }),
        async (at, length, value, size) => {
          const damaged = Buffer.from(octets).fill(value, at, Math.min(at + length, octets.length));
          // The first four octets identify the format.
          octets.copy(damaged, 0, 0, 4);
          const { texts } = await read(damaged, {}, size);
          let start = 0;
          const untouched = members.flatMap((member, index) => {
            const isTouched = at < start + member.length && at + length > start;
            start += member.length;
            return isTouched ? [] : [body(index)];
          });
          expect(untouched.filter((text) => !texts.includes(text))).toEqual([]);
        },
      ),
      { numRuns: runs(1_000) },
    );
  });

  it('a gzip file cut short, anywhere in its last member', async () => {
    const octets = gzipped(records);
    const last = gzipSync(records[4] as Buffer).length;
    for (const missing of [1, 7, 8, 9, 30, last - 1]) {
      const { texts, faults } = await read(octets.subarray(0, octets.length - missing), {}, 100);
      expect(texts).toEqual(whole.slice(0, 4));
      expect(faults).toMatchObject([{ code: 'cut-short', offset: octets.length - last }]);
    }
  });

  it.each([
    ['too great', 30],
    ['too small', -5],
  ])('a Content-Length that is %s', async (_, by) => {
    const good = records[2] as Buffer;
    const length = Number(/Content-Length: (\d+)/.exec(good.toString())?.[1]);
    const bad = Buffer.from(
      good.toString().replace(`Content-Length: ${length}`, `Content-Length: ${length + by}`),
    );
    const damaged = [...records.slice(0, 2), bad, ...records.slice(3)];
    const inGzip = await read(gzipped(damaged), {}, 100);
    expect(inGzip.texts).toEqual(whole.filter((__, index) => index !== 2));
    expect(inGzip.faults).toMatchObject([{ code: 'bad-content-length' }]);
    const inPlain = await read(Buffer.concat(damaged), {}, 100);
    // If only the stated lengths separate records, a length that extends into the next record causes that record to be
    // lost too.
    expect(inPlain.texts).toEqual(whole.filter((__, index) => index !== 2 && (by < 0 || index !== 3)));
    expect(inPlain.faults).toMatchObject([{ code: 'bad-content-length' }]);
  });

  it.each([
    ['no Content-Length', 'X-Length: 1', 'bad-content-length', 100],
    ['a negative one', 'Content-Length: -1', 'bad-content-length', 100],
    ['an endless header', `X: ${'y'.repeat(1_100_000)}\r\nContent-Length: 1`, 'bad-record-header', 8192],
  ])('a record with %s', async (_, line, code, chunk) => {
    const bad = Buffer.from(
      `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://x/robots.txt\r\n${line}\r\n\r\nx\r\n\r\n`,
    );
    for (const octets of [
      gzipped([records[0] as Buffer, bad, records[1] as Buffer]),
      Buffer.concat([records[0] as Buffer, bad, records[1] as Buffer]),
    ]) {
      const { texts, faults } = await read(octets, {}, chunk);
      expect(texts).toEqual(whole.slice(0, 2));
      expect(faults).toMatchObject([{ code }]);
    }
  });

  it('a member of 20 MB that breaks off, and a record behind it', async () => {
    const large = record({ url: 'https://large.example/x', block: Buffer.alloc(20_000_000, 'ab') });
    const member = gzipSync(large, { level: 1 });
    const good = await read(
      Buffer.concat([gzipped(records.slice(0, 1)), member, gzipped(records.slice(1))]),
      {},
      65_536,
    );
    expect([good.texts, good.faults]).toEqual([whole, []]);
    const broken = Buffer.concat([
      gzipped(records.slice(0, 1)),
      member.subarray(0, member.length / 2),
      gzipped(records.slice(1)),
    ]);
    const { texts, faults } = await read(broken, {}, 65_536);
    expect(texts).toEqual(whole);
    expect(faults.map(({ code }) => code)).toContain('damaged-member');
  });
});

describe('readWarc: records', () => {
  it('takes a WARC file within a record for what it is: content', async () => {
    const inner = Buffer.concat([robotsRecord('inner.example', 'x'), robotsRecord('inner.example', 'y')]);
    const outer = [
      record({ url: 'https://a.example/x.warc', block: http(inner) }),
      robotsRecord('b.example', inner),
    ];
    for (const octets of [
      Buffer.concat(outer),
      gzipped(outer),
      Buffer.concat([gzipSync(outer[0] as Buffer, { level: 0 }), gzipped(outer.slice(1))]),
    ]) {
      expect((await read(octets, {}, 64)).hosts).toEqual(['b.example']);
    }
    const innerGzip = gzipped([robotsRecord('inner.example', 'x')]);
    const stored = gzipSync(record({ url: 'https://a.example/x.warc.gz', block: http(innerGzip) }), {
      level: 0,
    });
    expect((await read(Buffer.concat([stored, gzipped(records)]), {}, 64)).texts).toEqual(whole);
  });

  it('keeps a bounded part of a robots.txt without end, and passes over what is not wanted', async () => {
    const length = 2 ** 31 + 5;
    const zeros = Buffer.alloc(2 ** 20);
    const head = (url: string): Buffer =>
      Buffer.from(
        `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nContent-Length: ${length}\r\n\r\nHTTP/1.1 200 OK\r\n\r\n`,
      );
    async function* huge(): AsyncGenerator<Uint8Array> {
      for (const url of ['https://a.example/robots.txt', 'https://a.example/video']) {
        yield head(url);
        let left = length - 'HTTP/1.1 200 OK\r\n\r\n'.length;
        for (; left > zeros.length; left -= zeros.length) yield zeros;
        yield zeros.subarray(0, left);
        yield Buffer.from('\r\n\r\n');
      }
      yield records[0] as Buffer;
    }
    const captures: Capture[] = [];
    for await (const capture of readWarc(huge(), { maxBytes: 10_000 })) captures.push(capture);
    expect(captures.map(({ truncated }) => truncated)).toEqual(['length', undefined]);
    expect(captures[0]?.payload?.length).toBeLessThan(2 * 10_000 + 512 * 1024);
  });

  it('resolves revisits by record, by place and by digest', async () => {
    const digest = { 'WARC-Payload-Digest': 'sha1:ABC' };
    const original = record({
      block: http(body(1)),
      fields: { ...digest, 'WARC-Record-ID': '<urn:uuid:1>' },
    });
    const revisit = (fields: Record<string, string>, block: string | Buffer = ''): Buffer =>
      record({ type: 'revisit', date: '2026-11-23T00:00:00Z', block, fields });
    const { captures } = await read(
      gzipped([
        original,
        revisit({ 'WARC-Refers-To': '<urn:uuid:1>' }),
        revisit({
          'WARC-Refers-To-Target-URI': 'https://example.com/robots.txt',
          'WARC-Refers-To-Date': '2026-11-22T10:11:12Z',
        }),
        revisit(digest, http('', '200 OK', { ETag: '"1"' })),
        revisit({ 'WARC-Refers-To': '<urn:uuid:1>' }, http('', '304 Not Modified', {})),
        revisit({ 'WARC-Payload-Digest': 'sha1:elsewhere' }, http('')),
      ]),
    );
    const seen = captures.map(({ status, originalStatus, payload }) => [
      status,
      originalStatus,
      payload && Buffer.from(payload).toString(),
    ]);
    expect(seen).toEqual([
      [200, undefined, body(1)],
      [200, undefined, body(1)],
      [200, undefined, body(1)],
      [200, undefined, body(1)],
      [304, 200, body(1)],
      [200, undefined, undefined],
    ]);
  });

  it.each([
    ['its own 200 beside a 503', '503 Down', {}, http('', '200 OK', {}), 200, {}],
    [
      'its own redirect beside a 200',
      '200 OK',
      {},
      http('', '301 M', { Location: '/x' }),
      301,
      { location: '/x' },
    ],
    ['its own 404 beside a redirect', '301 M', { Location: '/y' }, http('', '404 No', {}), 404, {}],
    [
      'no field of another answer but those of the body',
      '200 OK',
      { 'X-Robots-Tag': 'noai', 'Content-Type': 'text/plain' },
      http('', '200 OK', {}),
      200,
      { 'content-type': 'text/plain' },
    ],
    ['nothing of the redirect of another site', '301 M', { Location: '/y' }, '', undefined, {}],
    [
      'the body of another site, without a header of its own',
      '200 OK',
      { Link: '<l>; rel="license"' },
      '',
      200,
      {},
    ],
  ])(
    'of a revisit that a digest leads to another site it has %s',
    async (_, status, fields, block, expected, headers) => {
      const digest = { 'WARC-Payload-Digest': 'sha1:SAME' };
      const { captures } = await read(
        gzipped([
          record({ block: http('', status, fields), fields: digest }),
          record({ type: 'revisit', url: 'https://other.example/robots.txt', block, fields: digest }),
        ]),
      );
      const [, revisit] = captures;
      expect([revisit?.status, revisit?.originalStatus]).toEqual([expected, undefined]);
      expect(revisit?.headers).toEqual(headers);
    },
  );

  it('reads a resource, and a URL in angle brackets', async () => {
    const { captures } = await read(
      record({
        type: 'resource',
        url: '<ftp://a.example/robots.txt>',
        block: body(1),
        fields: { 'Content-Type': 'text/plain' },
      }),
    );
    expect(captures).toMatchObject([
      { url: 'ftp://a.example/robots.txt', status: undefined, headers: { 'content-type': 'text/plain' } },
    ]);
  });

  it.each([
    ['chunks that break off', '5\r\nUser-\r\n40\r\nagen', 'User-agen', 'short'],
    ['chunks taken off, the field left', 'User-agent: *\n', 'User-agent: *\n', undefined],
    ['text that begins as a chunk does', 'Add\nDisallow: /\n', 'Add\nDisallow: /\n', undefined],
  ])('%s', async (_, payload, text, truncated) => {
    const { captures, texts } = await read(
      robotsRecord('a.example', payload, '200 OK', { 'Transfer-Encoding': 'chunked' }),
    );
    expect([texts[0], captures[0]?.truncated]).toEqual([text, truncated]);
  });

  it('reports a response that is none', async () => {
    const { captures, faults } = await read(
      Buffer.concat([record({ block: 'hello' }), records[0] as Buffer]),
    );
    expect(captures.map(({ unread }) => unread)).toEqual(['archiver/no-response', undefined]);
    expect(faults).toMatchObject([{ code: 'bad-http', offset: 0 }]);
  });

  it('ISO 28500 §5.8: compares the digest of a block that no checksum guards', async () => {
    const block = http(body(0));
    const digests = [
      ...['sha1:WEZ3FSCSLPX3A6I4FAAMJG5DDLPCGIPP', 'SHA-1:@sha1', 'sha256:@sha256', 'md5:@md5'],
      ...['sha1:tooshort', 'xxh3:1234', ''],
    ].map((digest) =>
      digest.replace(/@(\w+)/, (_, name: string) => createHash(name).update(block).digest('hex')),
    );
    for (const [at, digest] of digests.entries()) {
      const fields = { 'WARC-Block-Digest': digest };
      const sound = record({ block, fields });
      const altered = record({ block: Buffer.from(block).fill('x', block.length - 3), fields });
      const unreadOf = async (archive: Buffer): Promise<unknown> => (await read(archive)).captures[0]?.unread;
      expect([digest, await unreadOf(sound)]).toEqual([digest, undefined]);
      expect([digest, await unreadOf(altered)]).toEqual([digest, at < 4 ? 'archiver/digest' : undefined]);
      expect(await unreadOf(gzipped([altered]))).toBe(undefined);
    }
  });

  it('ISO 28500 §7: joins segments in any order, and takes no part for the whole', async () => {
    const block = http('User-agent: *\nDisallow: /\n').toString();
    const parts = [block.slice(0, 50), block.slice(50, 60), block.slice(60)];
    const segments = parts.map((part, index) =>
      record({
        type: index === 0 ? 'response' : 'continuation',
        block: part,
        fields: {
          'WARC-Record-ID': `<urn:uuid:${index}>`,
          'WARC-Segment-Number': `${index + 1}`,
          ...(index > 0 && { 'WARC-Segment-Origin-ID': '<urn:uuid:0>' }),
          ...(index === 2 && { 'WARC-Segment-Total-Length': `${block.length}` }),
        },
      }),
    );
    const [one, two, three] = segments as [Buffer, Buffer, Buffer];
    for (const order of [
      [one, two, three],
      [one, three, two],
    ]) {
      const { texts, captures } = await read(gzipped([...order, records[0] as Buffer]), {}, 100);
      expect(texts).toEqual(['User-agent: *\nDisallow: /\n', body(0)]);
      expect(captures[0]).toMatchObject({ offset: 0, status: 200, truncated: undefined });
    }
    const wrong = Buffer.from(three.toString().replace(`Length: ${block.length}`, 'Length: 7'));
    for (const some of [[one], [one, two], [one, three], [two, three, one], [one, two, wrong]]) {
      const { captures } = await read(gzipped([...some, records[0] as Buffer]));
      expect(captures.map(({ unread }) => unread).sort()).toEqual(['archiver/segment-missing', undefined]);
    }
  });

  const final = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nServer: a\r\n\r\nabc';
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
  it.each([
    ['an interim response before it', `${early}${final}`, 200, 'abc', undefined],
    ['several', `HTTP/1.1 100 Continue\n\n${early.repeat(20)}${final}`, 200, 'abc', undefined],
    ['101', `HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n${final}`, 200, 'abc', undefined],
    ['an interim response alone', early, 103, '', 'archiver/interim-only'],
    ['one that is followed by something else', `${early}\0\0`, 103, '', 'archiver/interim-only'],
    ['more than anyone sends', `${early.repeat(100)}${final}`, 103, '', 'archiver/interim-only'],
    ['a reply to CONNECT', `HTTP/1.1 200 Connection established\r\n\r\n${final}`, 200, 'abc', undefined],
    ['a second response', `${final}${final.replace('200 OK', '404 No')}`, 200, 'abc', undefined],
    ['a body that is longer than stated', `${final}def`, 200, 'abcdef', undefined],
    ['a header without an end', final.slice(0, 40), 200, '', 'archiver/head-cut'],
    ['a failure without an end', 'HTTP/1.1 404 Not Found\r\nA: b', 404, '', undefined],
    ['HTTP/0.9', 'User-agent: *', undefined, '', 'archiver/no-response'],
  ])('RFC 9110 §15.2: the final response counts: %s', async (_, block, status, text, unread) => {
    const { captures, texts } = await read(gzipped([record({ block })]));
    expect([captures[0]?.status, texts[0], captures[0]?.unread]).toEqual([status, text, unread]);
    const some = readHttpAnswer(Buffer.from(block), ['content-type']);
    expect([some?.status, some?.payload.toString() ?? '']).toEqual([status, text]);
  });

  it('takes other URLs where they are wanted', async () => {
    const { hosts } = await read(Buffer.concat([other, records[1] as Buffer]), { wants: () => true });
    expect(hosts).toEqual(['0.example', '1.example']);
  });
});

const corpus = process.env['ROBOTS_CORPUS'];
const real = corpus === undefined ? '' : join(corpus, 'warc/heritrix-2008.warc.gz');

it(
  'finds the 38 answers for robots.txt of a crawl of 2008',
  needs('ROBOTS_CORPUS, real archives', existsSync(real)),
  async () => {
    const octets = readFileSync(real);
    const { captures, faults } = await read(octets, {}, 65_536);
    expect(faults).toEqual([]);
    expect(captures.map(({ status }) => status).filter((status) => status === 404)).toHaveLength(5);
    expect(captures).toHaveLength(38);
    const inPlain = await read(gunzipSync(octets), {}, 65_536);
    expect(inPlain.texts).toEqual((await read(octets)).texts);
  },
);

function isReadable(member: Uint8Array): boolean {
  try {
    return gunzipSync(member).length > 0;
  } catch {
    return false;
  }
}

/** A raw deflate stream is not a gzip file. */
it('refuses a deflate stream', async () => {
  await expect(read(deflateRawSync(records[0] as Buffer))).rejects.toThrow(NotWarcError);
});
