import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { anyUrl, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer, Attempt, GoodCopy, OriginRecord } from '../policy/origin-record.ts';
import { decodeRecord, encodeRecord } from './codec.ts';

const origin = 'https://example.com';
const instant = fc.integer({ min: -1e12, max: 4e12 });
const headers = fc.dictionary(
  fc.oneof(fc.constantFrom('etag', 'cache-control', 'date'), fc.stringMatching(/^[a-z][a-z-]{0,20}$/)),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  { maxKeys: 6, noNullPrototype: true },
);
const hop = fc.record(
  {
    url: anyUrl,
    at: instant,
    durationMs: fc.nat(100_000),
    status: fc.integer({ min: 200, max: 599 }),
    location: fc.string(),
    signatureAgent: fc.string(),
  },
  { requiredKeys: ['url', 'at', 'durationMs'] },
);
const attempt: fc.Arbitrary<Attempt> = fc.record(
  {
    status: fc.oneof(fc.constant(0), fc.integer({ min: 200, max: 599 })),
    failure: fc.constantFrom('dns' as const, 'timeout-body' as const, 'redirect-loop' as const),
    bodyKind: fc.constantFrom('2xx-empty' as const, '2xx-html' as const),
    startedAt: instant,
    sentAt: instant,
    endedAt: instant,
    expiresAt: instant,
    retryAt: instant,
    headers,
    hops: fc.array(hop, { maxLength: 6 }),
    isRenewal: fc.boolean(),
    error: fc.record({ code: fc.string(), message: fc.string({ unit: 'grapheme' }) }),
  },
  {
    requiredKeys: ['status', 'startedAt', 'sentAt', 'endedAt', 'expiresAt', 'headers', 'hops', 'isRenewal'],
    noNullPrototype: true,
  },
);
const body = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.nat(40).map((lines) => new TextEncoder().encode('Disallow: /a\n'.repeat(lines))),
);
const good: fc.Arbitrary<GoodCopy> = fc
  .record({
    body,
    isTruncated: fc.boolean(),
    status: fc.integer({ min: 200, max: 299 }),
    fetchedAt: instant,
    validatedAt: instant,
    finalUrl: fc.oneof(anyUrl, fc.constant('https://www.example.com/robots.txt')),
    headers,
  })
  .map((copy) => ({ ...copy, digest: createHash('sha256').update(copy.body).digest('hex') }));
const failures = fc.record({ count: fc.nat(10_000), since: instant });
const answer: fc.Arbitrary<Answer> = attempt.map(
  ({ startedAt: _, hops: __, headers: ___, error: ____, isRenewal: _____, ...facts }) => facts,
);
const record: fc.Arbitrary<OriginRecord> = fc.record(
  { origin: fc.constant(origin), attempt, good, failures, answer },
  { requiredKeys: ['origin', 'attempt'], noNullPrototype: true },
);

const simple: OriginRecord = {
  origin,
  attempt: {
    status: 404,
    startedAt: 1,
    sentAt: 1,
    endedAt: 2,
    expiresAt: 3,
    headers: {},
    hops: [],
    isRenewal: false,
  },
};

describe('encodeRecord and decodeRecord', () => {
  it('give back what was put in', () => {
    fc.assert(
      fc.property(record, (one) => {
        expect(decodeRecord(encodeRecord(one), origin)).toEqual({ record: one });
      }),
      { numRuns: runs(500) },
    );
  });

  it('keep nothing of the octets that they read', () => {
    const copy: GoodCopy = {
      body: Uint8Array.of(1, 2, 3),
      digest: createHash('sha256')
        .update(Uint8Array.of(1, 2, 3))
        .digest('hex'),
      isTruncated: false,
      status: 200,
      fetchedAt: 1,
      validatedAt: 1,
      finalUrl: `${origin}/robots.txt`,
      headers: {},
    };
    const octets = encodeRecord({ ...simple, good: copy });
    const decoded = decodeRecord(octets, origin);
    octets.fill(0);
    expect(decoded).toEqual({ record: { ...simple, good: copy } });
  });

  it('call a record with any octet changed, cut or added unreadable', () => {
    fc.assert(
      fc.property(record, fc.nat(), fc.integer({ min: 1, max: 255 }), (one, place, change) => {
        const octets = encodeRecord(one);
        const changed = octets.slice();
        changed[place % changed.length]! ^= change;
        expect(decodeRecord(changed, origin)).toHaveProperty('unreadable');
        expect(decodeRecord(octets.subarray(0, place % octets.length), origin)).toHaveProperty('unreadable');
        expect(decodeRecord(Buffer.concat([octets, Buffer.of(change)]), origin)).toHaveProperty('unreadable');
      }),
      { numRuns: runs(300) },
    );
  });

  it('never throw, whatever the octets are', () => {
    const signed = fc
      .uint8Array({ maxLength: 200 })
      .map((rest) => Buffer.concat([Buffer.from('RX\u0002'), rest]));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), signed), (octets) => {
        expect(decodeRecord(octets, origin)).toHaveProperty('unreadable');
      }),
      { numRuns: runs(500) },
    );
  });

  it("call another origin's record unreadable", () => {
    expect(decodeRecord(encodeRecord(simple), 'https://other.example')).toEqual({
      unreadable: 'it belongs to another origin',
      isNewer: false,
    });
  });

  it('call a record of another version unreadable, and say whether it is a later one', () => {
    for (const [version, isNewer] of [
      [1, false],
      [3, true],
    ] as const) {
      const octets = encodeRecord(simple);
      octets[2] = version;
      new DataView(octets.buffer, octets.byteOffset).setUint32(
        octets.byteLength - 4,
        crc32(octets.subarray(0, -4)),
        true,
      );
      expect(decodeRecord(octets, origin)).toEqual({
        unreadable: 'it is not a record of version 2',
        isNewer,
      });
      octets[5]! ^= 1;
      expect(decodeRecord(octets, origin)).toMatchObject({ isNewer: false });
    }
  });

  it('are compact: a miss in 70 octets, a common file in less than itself', () => {
    expect(encodeRecord(simple).byteLength).toBeLessThan(70);
    const text =
      'User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n\nSitemap: https://example.com/sitemap.xml\n'.repeat(
        4,
      );
    const octets = new TextEncoder().encode(text);
    const copy = {
      body: octets,
      digest: createHash('sha256').update(octets).digest('hex'),
      isTruncated: false,
      status: 200,
      fetchedAt: 2,
      validatedAt: 2,
      finalUrl: `${origin}/robots.txt`,
      headers: {},
    };
    expect(encodeRecord({ ...simple, good: copy }).byteLength).toBeLessThan(octets.byteLength);
  });
});
