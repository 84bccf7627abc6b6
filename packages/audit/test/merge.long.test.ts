/**
 * Tests that several logs are merged by time regardless of their order, with the same judgements however a log is
 * split.
 */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audit, type Finding, type Hit, type LogSource, timeline } from '../src/index.ts';
import { mergedByTime } from '../src/run/merge-by-time.ts';
import { FetchLog } from '../src/timeline/fetch-log.ts';

const START = Date.UTC(2026, 10, 5);
const HOUR = 3_600_000;

const hit = (time: number, logOrder: number, offset: number, rest: Partial<Hit> = {}): Hit => ({
  line: offset + 1,
  offset,
  logOrder,
  time,
  host: undefined,
  address: '192.0.2.7',
  method: 'GET',
  url: '/robots.txt',
  status: 200,
  bytes: 5,
  userAgent: 'FooBot/1.0 (+https://foo.example/)',
  ...rest,
});

async function* inBatches(hits: readonly Hit[], size: number): AsyncGenerator<readonly Hit[]> {
  for (let at = 0; at < hits.length; at += size) yield hits.slice(at, at + size);
}

async function merged(logs: readonly (readonly Hit[])[], size: number, mostOpen?: number): Promise<Hit[]> {
  const timed = logs.map((hits) => ({
    start: hits[0]?.time ?? Number.POSITIVE_INFINITY,
    open: () => inBatches(hits, size),
  }));
  const all: Hit[] = [];
  for await (const hits of mergedByTime(timed, mostOpen)) all.push(...hits);
  return all;
}

const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 12 });
const numRuns = { numRuns: runs(3000, 300) };

describe('mergedByTime', () => {
  it('gives logs that are in order as one that is', async () => {
    const ordered = times.map((list) => list.sort((a, b) => a - b));
    const property = fc.asyncProperty(
      fc.array(ordered, { maxLength: 5 }),
      fc.integer({ min: 1, max: 4 }),
      async (lists, size) => {
        const logs = lists.map((list, order) => list.map((time, offset) => hit(time, order, offset)));
        const expected = logs
          .flat()
          .sort((a, b) => a.time - b.time || (a.logOrder ?? 0) - (b.logOrder ?? 0) || a.offset - b.offset);
        expect(await merged(logs, size)).toEqual(expected);
      },
    );
    await fc.assert(property, numRuns);
  });

  it('loses nothing, and keeps the order of lines, whatever the times are and however few are open', async () => {
    const property = fc.asyncProperty(
      fc.array(times, { maxLength: 6 }),
      fc.integer({ min: 1, max: 3 }),
      async (lists, mostOpen) => {
        const logs = lists.map((list, order) => list.map((time, offset) => hit(time, order, offset)));
        const all = await merged(logs, 2, mostOpen);
        expect(all).toHaveLength(logs.flat().length);
        for (const log of logs) expect(all.filter((one) => log.includes(one))).toEqual(log);
      },
    );
    await fc.assert(property, numRuns);
  });

  it('opens a log when its turn comes, and closes all when nobody wants more', async () => {
    const events: string[] = [];
    const log = (name: string, start: number) => ({
      start,
      async *open() {
        events.push(`open ${name}`);
        try {
          yield [hit(start, 0, 0)];
          yield [hit(start + 5, 0, 1)];
        } finally {
          events.push(`close ${name}`);
        }
      },
    });
    for await (const _ of mergedByTime([log('c', 20), log('a', 0), log('b', 10)]))
      if (events.includes('open b')) break;
    expect(events).toEqual(['open a', 'close a', 'open b', 'close b']);
  });
});

describe('the fetches of a crawler', () => {
  const anyFetch = fc.record({
    time: fc.integer({ min: 0, max: 4 }),
    logOrder: fc.integer({ min: 0, max: 2 }),
    offset: fc.integer({ min: 0, max: 5 }),
    status: fc.constantFrom(200, 404, 304, 500),
  });

  it('are the same in whatever order they are noted', () => {
    const property = fc.property(
      fc.uniqueArray(anyFetch, {
        selector: ({ time, logOrder, offset }) => `${time} ${logOrder} ${offset}`,
        maxLength: 12,
      }),
      fc.array(fc.nat()),
      (fetches, shuffle) => {
        const noted = (list: typeof fetches): unknown[] => {
          const log = new FetchLog(3);
          for (const { time, logOrder, offset, status } of list) {
            log.add(hit(time, logOrder, offset, { status }), (at) => (at < 2 ? 0 : 1), false);
          }
          return [0, 1, 2, 3, 4].flatMap((time) =>
            [0, 1, 2].map((logOrder) => log.at(hit(time, logOrder, 3), (at) => (at < 2 ? 0 : 1))),
          );
        };
        const other = fetches
          .map((fetch, index) => ({ fetch, key: shuffle[index % Math.max(shuffle.length, 1)] ?? -index }))
          .sort((a, b) => a.key - b.key)
          .map(({ fetch }) => fetch);
        expect(noted(other)).toEqual(noted(fetches));
      },
    );
    fc.assert(property, { numRuns: runs(20_000, 2000) });
  });
});

describe('audit of several logs', () => {
  const PATHS = ['/robots.txt', '/a', '/b', '/new'];
  const line = (seconds: number, path: string, status: number): string => {
    const clock = new Date(START + seconds * 1000).toISOString().slice(11, 19);
    return `192.0.2.7 - - [05/Nov/2026:${clock} +0000] "GET ${path} HTTP/1.1" ${status} 5 "-" "FooBot/1.0 (+https://foo.example/)"\n`;
  };
  const source = (name: string, text: string): LogSource => ({ name, open: () => text });
  const versions = [
    { from: START - 100 * HOUR, body: 'User-agent: *\nDisallow: /a\n' },
    { from: START + 1000, body: 'User-agent: *\nDisallow: /a\nDisallow: /new\n' },
  ];
  async function judged(logs: readonly LogSource[]): Promise<{ findings: Finding[]; pace: unknown }> {
    const findings: Finding[] = [];
    const report = await audit(logs, {
      timeline: timeline(versions, { graceMs: 5000 }),
      onFindings: (some) => void findings.push(...some),
    });
    return { findings, pace: report.crawlers.map(({ pace }) => pace) };
  }

  it('judges requests of several servers as those of one log in order of time', async () => {
    const deed = fc.tuple(fc.constantFrom(...PATHS), fc.constantFrom(200, 200, 404, 503), fc.nat(2));
    const property = fc.asyncProperty(fc.array(deed, { maxLength: 20 }), async (deeds) => {
      const lines = deeds.map(([path, status, server], at) => ({ text: line(at, path, status), server }));
      const one = await judged([source('one', lines.map(({ text }) => text).join(''))]);
      const many = await judged(
        [2, 0, 1].map((server) =>
          source(
            `s${server}`,
            lines
              .filter((entry) => entry.server === server)
              .map(({ text }) => text)
              .join(''),
          ),
        ),
      );
      const plain = (findings: Finding[]) =>
        findings.map(({ url, class: name, because }) => [url, name, because]);
      expect(plain(many.findings)).toEqual(plain(one.findings));
      expect(many.pace).toEqual(one.pace);
    });
    await fc.assert(property, numRuns);
  });
});
