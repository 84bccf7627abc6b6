/**
 * Compares freshness with the npm package `http-cache-semantics` 4. The results are equal where both follow RFC 9111.
 * The differences are listed in this file.
 */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import CachePolicy from 'http-cache-semantics';
import { describe, expect, it } from 'vitest';
import { statedFreshnessMs } from '../src/policy/freshness.ts';
import { start } from './scripted.ts';

type Headers = Record<string, string>;

class PolicyAtStart extends CachePolicy {
  now(): number {
    return start;
  }
}

/** The remaining lifetime on arrival according to the oracle, for a private cache without heuristics. */
function oracleMs(headers: Headers): number {
  const request = { url: '/robots.txt', method: 'GET', headers: {} };
  return new PolicyAtStart(
    request,
    { status: 200, headers },
    { shared: false, cacheHeuristic: 0 },
  ).timeToLive();
}

function oursMs(headers: Headers): number {
  return statedFreshnessMs({ headers, requestedAt: start, receivedAt: start }) ?? 0;
}

const seconds = fc.integer({ min: 0, max: 200_000 });
const httpDate = fc
  .integer({ min: 0, max: 200_000 })
  .map((ahead) => new Date(start + ahead * 1000).toUTCString());
const directive = fc.oneof(
  seconds.map((value) => `max-age=${value}`),
  seconds.map((value) => `max-age="${value}"`),
  fc.constantFrom(
    'public',
    'private',
    'no-store',
    'no-cache',

    's-maxage=7',
    'x="a, b"',
    'proxy-revalidate',
  ),
);
const response = fc.record(
  {
    'cache-control': fc
      .uniqueArray(directive, { maxLength: 4, selector: (text) => text.split('=')[0] })
      .map((all) => all.join(', ')),
    expires: httpDate,
    age: seconds.map(String),
    date: fc.constant(new Date(start).toUTCString()),
  },
  { requiredKeys: ['date'] },
);

describe('statedFreshnessMs beside http-cache-semantics', () => {
  it('leaves the same of every lifetime that both read', () => {
    const isSame = (headers: Headers): boolean => oursMs(headers) === oracleMs(headers);
    fc.assert(fc.property(response, isSame), { numRuns: runs(3000) });
  });

  it.each<[name: string, headers: Headers, oursSeconds: number]>([
    ['Vary: * changes nothing', { 'cache-control': 'max-age=60', vary: '*' }, 60],
    ['directive names are case-insensitive', { 'cache-control': 'Max-Age=60' }, 60],
    ['no-cache with fields is about these fields', { 'cache-control': 'max-age=60, no-cache="x"' }, 60],
    ['immutable alone is not a lifetime', { 'cache-control': 'immutable' }, 0],
    ['max-age twice: the first', { 'cache-control': 'max-age=60, max-age=90' }, 60],
    ['a fraction is not a delta-seconds', { 'cache-control': 'max-age=60.5' }, 0],
    [
      'Pragma means nothing in a response',
      { pragma: 'no-cache', expires: new Date(start + 60_000).toUTCString() },
      60,
    ],
    [
      'an old Date is age',
      { 'cache-control': 'max-age=60', date: new Date(start - 20_000).toUTCString() },
      40,
    ],
    [
      'the oracle reads Expires with Date.parse',
      { expires: String(new Date(start).getUTCFullYear() + 1) },
      0,
    ],
  ])('known difference: %s', (_, headers, oursSeconds) => {
    expect(oursMs(headers)).toBe(oursSeconds * 1000);
    // Fails if the results for an entry no longer differ, so that the entry is removed.
    expect(oracleMs(headers)).not.toBe(oursSeconds * 1000);
  });
});
