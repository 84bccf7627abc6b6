import { anyText, anyUrl, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCacheControl, parseHttpDate, statedFreshnessMs } from './freshness.ts';
import { defaultLifetimes, expiryOfAnswer, expiryOfFailure, type Lifetimes } from './lifetime.ts';

const now = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;
const anyHeaders = fc.record(
  {
    'cache-control': fc.oneof(
      fc.string(),
      fc.nat().map((seconds) => `max-age=${seconds}`),
      fc.constantFrom('no-store', 'no-cache', 'public'),
    ),
    expires: fc.oneof(
      fc.string(),
      fc.integer({ min: -1e9, max: 1e9 }).map((ms) => new Date(now + ms).toUTCString()),
    ),
    date: fc.oneof(
      fc.string(),
      fc.integer({ min: -1e9, max: 1e9 }).map((ms) => new Date(now + ms).toUTCString()),
    ),
    age: fc.oneof(fc.string(), fc.nat(200_000).map(String)),
    'retry-after': fc.oneof(
      fc.string(),
      fc.nat(1e9).map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    ),
  },
  { requiredKeys: [] },
);
const lifetimes: fc.Arbitrary<Lifetimes> = fc
  .record({
    ceilingSeconds: fc.integer({ min: 1, max: 86_400 }),
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map((some) => ({ ...defaultLifetimes, ...some, floorSeconds: Math.min(60, some.ceilingSeconds) }));
const status = fc.constantFrom(200, 204, 404, 408, 410, 425, 429);

describe('laws of lifetimes', () => {
  it('an answer is kept at least the floor and at most the ceiling, unless Retry-After was asked for', () => {
    fc.assert(
      fc.property(anyHeaders, lifetimes, status, (headers, set, code) => {
        const response = { headers, requestedAt: now, receivedAt: now };
        const { expiresAt, retryAt } = expiryOfAnswer('https://a.example', code, response, set);
        const keptMs = expiresAt - now;
        if (retryAt !== undefined)
          return retryAt === expiresAt && keptMs > 0 && keptMs <= dayMs && code >= 400;
        return keptMs >= set.floorSeconds * 1000 && keptMs <= set.ceilingSeconds * 1000;
      }),
      { numRuns: runs(2000) },
    );
  });

  it('jitter only ever shortens, and changes no Retry-After', () => {
    fc.assert(
      fc.property(anyHeaders, lifetimes, status, anyUrl, (headers, set, code, origin) => {
        const response = { headers, requestedAt: now, receivedAt: now };
        const exact = expiryOfAnswer(origin, code, response, { ...set, jitter: 0 });
        const jittered = expiryOfAnswer(origin, code, response, set);
        if (exact.retryAt !== undefined) return jittered.retryAt === exact.retryAt;
        return jittered.expiresAt <= exact.expiresAt;
      }),
      { numRuns: runs(1000) },
    );
  });

  it('a failure is repeated within a day, and never at once', () => {
    fc.assert(
      fc.property(anyHeaders, fc.integer({ min: 1, max: 1e6 }), (headers, count) => {
        const { retryAt } = expiryOfFailure(
          { headers, requestedAt: now, receivedAt: now },
          count,
          defaultLifetimes,
        );
        return retryAt > now && retryAt - now <= dayMs;
      }),
      { numRuns: runs(1000) },
    );
  });

  it('age only ever shortens', () => {
    fc.assert(
      fc.property(anyHeaders, fc.nat(200_000), (headers, seconds) => {
        const { age: _, ...ageless } = headers;
        const received = { requestedAt: now, receivedAt: now };
        const young = statedFreshnessMs({ ...received, headers: ageless });
        const old = statedFreshnessMs({ ...received, headers: { ...ageless, age: String(seconds) } });
        return young === undefined ? old === undefined : old !== undefined && old <= young && old >= 0;
      }),
    );
  });
});

describe('parseHttpDate', () => {
  it.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT'],
    ['Sunday, 06-Nov-94 08:49:37 GMT'],
    ['Sun Nov  6 08:49:37 1994'],
    ['Sun, 6 Nov 1994 08:49:37 GMT'],
    [' Sun, 06 Nov 1994 08:49:37 GMT '],
    ['sun, 06 nov 1994 08:49:37 gmt'],
    ['Sun, 06-Nov-1994 08:49:37 GMT'],
    ['Sun, 06 Nov 1994 08:49:37 UTC'],
  ])('reads %j', (text) => {
    expect(parseHttpDate(text, now)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
  });

  it.each([
    ['0'],
    ['-1'],
    [''],
    ['now'],
    ['1994'],
    ['2026-01-01T00:00:00Z'],
    ['Sun, 06 Nov 1994 08:49:37'],
    ['Sun, 06 Nov 1994 08:49:37 PST'],
    ['Sun, 31 Feb 2026 00:00:00 GMT'],
    ['Sun, 00 Jan 2026 00:00:00 GMT'],
    ['Sun, 06 Foo 1994 08:49:37 GMT'],
    ['Sun, 06 Ani 1994 08:49:37 GMT'],
    ['Sun, 06 Nov 1994 24:00:00 GMT'],
    ['Sun, 06 Nov 1994 08:60:00 GMT'],
  ])('refuses %j', (text) => {
    expect(parseHttpDate(text, now)).toBeUndefined();
  });

  it('places years of two digits within fifty years', () => {
    expect(parseHttpDate('Sunday, 06-Nov-75 08:49:37 GMT', now)).toBe(Date.UTC(2075, 10, 6, 8, 49, 37));
    expect(parseHttpDate('Sunday, 06-Nov-77 08:49:37 GMT', now)).toBe(Date.UTC(1977, 10, 6, 8, 49, 37));
  });

  it('reads what it writes', () => {
    const any = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true });
    fc.assert(
      fc.property(
        any,
        (date) => parseHttpDate(date.toUTCString(), now) === Math.floor(date.getTime() / 1000) * 1000,
      ),
    );
  });
});

describe('parseCacheControl', () => {
  it('is linear: a megabyte of quotes and commas', () => {
    // Parsing that is not linear would time out.
    for (const text of [',', '"', '\\"', 'a="', 'a=1,'])
      parseCacheControl(text.repeat(1_000_000 / text.length));
  });

  it('never throws', () => {
    fc.assert(fc.property(anyText(), (text) => void parseCacheControl(text)));
  });
});
