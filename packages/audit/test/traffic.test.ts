/** Tests the traffic served to crawlers, against an independent count, and the comparison of two reports. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AuditReport, audit, compareReports, readEarlierReport, timeline } from '../src/index.ts';
import { FrequentKeys } from '../src/report/sketches.ts';
import { clf } from './write-log.ts';

interface Request {
  token: string;
  time: number;
  url: string;
  status: number;
  bytes: number | undefined;
}

const START = Date.UTC(2026, 10, 1);
const DAY = 24 * 3_600_000;

const arbitraryRequests = fc.array(
  fc.record({
    token: fc.constantFrom('GPTBot', 'CCBot'),
    time: fc.nat({ max: 20 * 24 }).map((hours) => START + hours * 3_600_000),
    url: fc.constantFrom('/', '/a', '/a?b=1', '/admin/x', '/robots.txt', '/long/path/of/a/page?q'),
    status: fc.constantFrom(200, 301, 404, 503),
    bytes: fc.option(fc.nat({ max: 1e9 }), { nil: undefined }),
  }),
  { maxLength: 60 },
);

function reportOf(requests: readonly Request[], pricePerGigabyte?: number): Promise<AuditReport> {
  const log = requests
    .map(
      ({ token, time, url, status, bytes }) =>
        `192.0.2.7 - - [${clf(time)}] "GET ${url} HTTP/1.1" ${status} ${bytes ?? '-'} "-" "${token}/1.0"\n`,
    )
    .join('');
  const history = timeline([{ from: 0, body: 'User-agent: *\nDisallow: /admin/\n' }]);
  return audit([{ name: 'log', open: () => log }], { timeline: history, pricePerGigabyte });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

describe('traffic of a crawler', () => {
  it('is what the log says', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRequests, async (requests) => {
        const { crawlers } = await reportOf(requests, 0.09);
        for (const { token, traffic, requests: count } of crawlers) {
          const own = requests.filter((one) => one.token === token);
          const octets = sum(own.map(({ bytes = 0 }) => bytes));
          expect(count).toBe(own.length);
          expect(traffic.octets).toBe(octets);
          expect(traffic.sized).toBe(own.filter(({ bytes }) => bytes !== undefined).length);
          expect(traffic.cost).toBeCloseTo((octets * 0.09) / 1e9, 9);
          expect(sum(Object.values(traffic.statuses))).toBe(own.length);
          for (const [status, requestsOf] of Object.entries(traffic.statuses))
            expect(requestsOf).toBe(own.filter((one) => String(one.status) === status).length);
          for (const { path, requests: requestsOf, error } of traffic.topPaths)
            expect([requestsOf, error]).toEqual([
              own.filter(({ url }) => url.split('?')[0] === path).length,
              0,
            ]);
          const days = [...new Set(own.map(({ time }) => new Date(time).toISOString().slice(0, 10)))].sort();
          expect(traffic.days.map(([day]) => day)).toEqual(days);
          expect(sum(traffic.days.map(([, all]) => all))).toBe(own.length);
          expect(sum(traffic.days.map(([, , , size]) => size))).toBe(octets);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the last 400 days, in whatever order they come', async () => {
    const request = { token: 'GPTBot', url: '/', status: 200, bytes: 1 };
    const days = Array.from({ length: 500 }, (_, index) => ((index * 7919) % 500) * DAY);
    const { crawlers } = await reportOf(days.map((day) => ({ ...request, time: START + day })));
    const kept = crawlers[0]?.traffic.days ?? [];
    expect(kept).toHaveLength(400);
    expect(kept[0]?.[0]).toBe(new Date(START + 100 * DAY).toISOString().slice(0, 10));
  });
});

describe('FrequentKeys', () => {
  it('never counts too much, and no less than its error allows', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 80 }), { maxLength: 600 }), (numbers) => {
        const keys = numbers.map((number) => String(number > 40 ? number : number % 4));
        const frequent = new FrequentKeys(5);
        for (const key of keys) frequent.add(key);
        const items = new Map(frequent.items().map((item) => [item.key, item]));
        for (const key of new Set(keys)) {
          const real = keys.filter((one) => one === key).length;
          const { count = 0, error = frequent.items()[0]?.error ?? 0 } = items.get(key) ?? {};
          expect(count).toBeLessThanOrEqual(real);
          expect(count + error).toBeGreaterThanOrEqual(real);
        }
        expect(items.size).toBeLessThanOrEqual(10);
      }),
    );
  });
});

describe('compareReports', () => {
  const at = (token: string, day: number, url = '/', bytes = 10): Request => ({
    token,
    time: START + day * DAY,
    url,
    status: 200,
    bytes,
  });

  it('says who appeared, who is gone, and what changed, over spans of any length', async () => {
    const before = await reportOf([at('GPTBot', 0), at('GPTBot', 10), at('CCBot', 5, '/admin/x')]);
    const now = await reportOf([
      at('GPTBot', 20),
      at('GPTBot', 22, '/admin/x'),
      at('GPTBot', 24),
      at('Bytespider', 25),
    ]);
    const earlier = readEarlierReport(JSON.parse(JSON.stringify(before)));
    const compared = compareReports(earlier, now);
    expect(compared).toMatchObject({ before: { days: 10 }, now: { days: 5 }, isSameLength: false });
    expect(compared.crawlers.map(({ token, change }) => [token, change])).toEqual([
      ['CCBot', 'gone'],
      ['GPTBot', 'stayed'],
      ['Bytespider', 'appeared'],
    ]);
    expect(compared.crawlers[1]).toMatchObject({
      before: { requests: 2, against: 0, octets: 20, requestsPerDay: 0.2 },
      now: { requests: 3, against: 1, octets: 30, requestsPerDay: 0.6 },
    });
    expect(compareReports(now, now).isSameLength).toBe(true);
  });

  it.each([
    null,
    [],
    {},
    { crawlers: [null] },
    { crawlers: [{ token: 'x', requests: '1', classes: {} }] },
    { crawlers: [{ token: 'x', requests: 1, classes: null }] },
    { crawlers: [], first: 'soon' },
  ])('%j is not a report', (value) => {
    expect(() => readEarlierReport(value)).toThrow(/expected a report/);
  });
});
