/**
 * Tests versions that are learned from logged responses: which changes are detected, and that a crawler is accused only
 * if the true versions accuse it, too.
 */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  audit,
  type Finding,
  type LogSource,
  timeline,
  type VersionSource,
  versionsInLogs,
} from '../src/index.ts';

const START = Date.UTC(2026, 10, 1);
const HOUR = 3_600_000;
const ALWAYS = Number.NEGATIVE_INFINITY;

interface Served {
  time: number;
  url: string;
  status?: number;
  bytes?: number;
  agent?: string;
  host?: string;
  etag?: string;
  method?: string;
}

function logOf(served: readonly Served[]): LogSource {
  const lines = served.map(
    ({
      time,
      url,
      status = 200,
      bytes = 5,
      agent = 'FooBot',
      host = 'a.example',
      etag = '-',
      method = 'GET',
    }) =>
      `${time / 1000}|${host}|192.0.2.7|"${method} ${url} HTTP/1.1"|${status}|${bytes}|${etag}|"${agent}/1.0 (+https://x.example)"\n`,
  );
  return { name: 'log', open: () => lines.join('') };
}

const format =
  '$msec|$host|$remote_addr|"$request"|$status|$body_bytes_sent|$sent_http_etag|"$http_user_agent"';

const learnt = (served: readonly Served[], files: readonly VersionSource[]) =>
  versionsInLogs([logOf(served)], files, { format });

async function findings(served: readonly Served[], versions: readonly VersionSource[]): Promise<Finding[]> {
  const found: Finding[] = [];
  await audit([logOf(served)], {
    timeline: timeline(versions),
    format,
    onFindings: (some) => void found.push(...some),
  });
  return found;
}

const fetchAt = (hours: number, bytes: number, rest: Partial<Served> = {}): Served => ({
  time: START + hours * HOUR,
  url: '/robots.txt',
  bytes,
  ...rest,
});

const OPEN = { name: 'open.txt', body: 'User-agent: *\nDisallow: /admin/\n', from: ALWAYS };
const CLOSED = {
  name: 'closed.txt',
  body: 'User-agent: *\nDisallow: /admin/\nDisallow: /new/\n',
  from: ALWAYS,
};
const [open, closed] = [OPEN.body.length, CLOSED.body.length];

const shapes = (versions: readonly VersionSource[]) =>
  versions.map(({ name, from, surelyFrom }) => [
    name?.replace(/@.*/, ''),
    ((from as number) - START) / HOUR,
    ((surelyFrom as number) - START) / HOUR,
  ]);

describe('versionsInLogs', () => {
  it('takes a change of size for another version, and finds the file by it', async () => {
    const served = [
      fetchAt(0, open),
      fetchAt(5, open),
      fetchAt(9, closed),
      fetchAt(20, closed),
      fetchAt(30, open),
    ];
    expect(shapes(await learnt(served, [OPEN, CLOSED]))).toEqual([
      ['a.example/open.txt', 0, 0],
      ['a.example/closed.txt', 5 + 1 / HOUR, 9],
      ['a.example/open.txt', 20 + 1 / HOUR, 30],
    ]);
  });

  it('knows that there was none, and that nobody knows what an unknown size held', async () => {
    const served = [
      fetchAt(0, 99),
      fetchAt(1, 0, { status: 404 }),
      fetchAt(2, 0, { status: 410 }),
      fetchAt(3, open),
    ];
    const versions = await learnt(served, [OPEN]);
    expect(
      versions.map(({ name, body, isUnknown }) => [name?.replace(/@.*/, ''), body === null, isUnknown]),
    ).toEqual([
      ['a.example/99 octets', true, true],
      ['a.example/none', true, false],
      ['a.example/open.txt', false, false],
    ]);
  });

  it.each<[string, Partial<Served>]>([
    ['304', { status: 304 }],
    ['206', { status: 206 }],
    ['403, which is for that crawler alone', { status: 403 }],
    ['500', { status: 500 }],
    ['HEAD', { method: 'HEAD' }],
  ])('learns nothing from %s', async (_, rest) => {
    const served = [fetchAt(0, open), fetchAt(1, 7, rest), fetchAt(2, open)];
    expect(await learnt(served, [OPEN])).toHaveLength(1);
  });

  it('tells hosts apart, and takes a log in any order', async () => {
    const served = [
      fetchAt(9, closed),
      fetchAt(0, open),
      fetchAt(5, closed, { host: 'b.example' }),
      fetchAt(1, open, { host: 'b.example' }),
    ];
    expect(shapes(await learnt(served, [OPEN, CLOSED]))).toEqual([
      ['a.example/open.txt', 0, 0],
      ['a.example/closed.txt', 0 + 1 / HOUR, 9],
      ['b.example/open.txt', 1, 1],
      ['b.example/closed.txt', 1 + 1 / HOUR, 5],
    ]);
  });

  it('takes a size that takes turns with a file for the same one, compressed', async () => {
    const turns = (agentOf: (size: number) => string) =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((hours) => {
        const size = hours % 2 === 0 ? open : 21;
        return fetchAt(hours, size, { agent: agentOf(size) });
      });
    expect(
      await learnt(
        turns((size) => (size === 21 ? 'GzipBot' : 'FooBot')),
        [OPEN],
      ),
    ).toHaveLength(1);
    // One client receives both sizes and always accepts the same codings, so the file has changed.
    expect(
      await learnt(
        turns(() => 'FooBot'),
        [OPEN],
      ),
    ).toHaveLength(8);
    // If the size changes only once and then changes back, the file was changed and restored.
    expect(await learnt([fetchAt(0, open), fetchAt(1, 21), fetchAt(2, open)], [OPEN])).toHaveLength(3);
  });

  it('goes by ETags where there are any, whatever the coding made of them and of sizes', async () => {
    const served = [
      fetchAt(0, open, { etag: 'W/"a"' }),
      fetchAt(1, 21, { etag: '"a-gzip"' }),
      fetchAt(2, 22, { etag: '"b-gzip"' }),
      fetchAt(3, closed, { etag: '"b"' }),
    ];
    expect(shapes(await learnt(served, [OPEN, CLOSED]))).toEqual([
      ['a.example/open.txt', 0, 0],
      ['a.example/closed.txt', 1 + 1 / HOUR, 2],
    ]);
  });

  it('chooses among files of one size by their dates', async () => {
    const alike = ['/a', '/b', '/c'].map((path, day) => ({
      name: path,
      body: `User-agent: *\nDisallow: ${path}\n`,
      from: START + day * 24 * HOUR,
    }));
    const size = (alike[0] as { body: string }).body.length;
    const served = [fetchAt(-1, size), fetchAt(25, size), fetchAt(49, size)];
    expect((await learnt(served, alike)).map(({ name }) => name?.replace(/@.*/, ''))).toEqual([
      'a.example//a',
      'a.example//b',
      'a.example//c',
    ]);
  });

  it('ends on a file that is made anew for each request', async () => {
    const served = Array.from({ length: 5000 }, (_, index) => fetchAt(index, 1000 + ((index * 7919) % 4999)));
    expect(await learnt(served, [OPEN])).toHaveLength(5000);
  });
});

describe('requests by learnt versions', () => {
  const ask = (hours: number, url: string): Served => ({ time: START + hours * HOUR, url });

  it('are not judged while nobody knows what was in force', async () => {
    const served = [
      fetchAt(0, 99),
      ask(30, '/admin/'),
      fetchAt(35, 99),
      ask(36, '/admin/'),
      fetchAt(40, open),
      ask(41, '/admin/'),
    ];
    const found = await findings(served, await learnt(served, [OPEN]));
    expect(found.map(({ url, class: name, because }) => [url, name, because])).toEqual([
      ['/robots.txt', 'not-judged', 'unknown-version'],
      ['/admin/', 'not-judged', 'unknown-version'],
      ['/robots.txt', 'not-judged', 'unknown-version'],
      ['/admin/', 'within-grace', 'held-version'],
      ['/robots.txt', 'allowed', 'rules'],
      ['/admin/', 'violation', 'rules'],
    ]);
  });

  it('between two answers are judged by whichever version is kinder', async () => {
    const served = [
      fetchAt(0, open),
      ask(50, '/new/'),
      ask(50, '/admin/'),
      fetchAt(60, closed, { agent: 'BarBot' }),
      ask(61, '/new/'),
      ask(85, '/new/'),
    ];
    const found = await findings(served, await learnt(served, [OPEN, CLOSED]));
    expect(found.map(({ url, class: name }) => [url, name])).toEqual([
      ['/robots.txt', 'allowed'],
      ['/new/', 'within-grace'],
      ['/admin/', 'violation'],
      ['/robots.txt', 'allowed'],
      ['/new/', 'within-grace'],
      ['/new/', 'violation'],
    ]);
  });

  it('are never accused where the true versions acquit them', async () => {
    const bodies = ['/a', '/bb', '/ccc', '/', '/a\nDisallow: /ccc'].map(
      (path) => `User-agent: *\nDisallow: ${path}\n`,
    );
    const history = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom(...bodies)), {
        minLength: 1,
        maxLength: 5,
      })
      .map((list) => {
        let from = START;
        return list.map(([hours, body], index) => {
          if (index > 0) from += hours * HOUR;
          return { from, body };
        });
      });
    const deeds = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 200 }),
        fc.constantFrom('/robots.txt', '/robots.txt', '/a', '/bb', '/ccc', '/d'),
        fc.constantFrom('FooBot', 'BarBot'),
        fc.constantFrom(200, 200, 200, 304, 500),
      ),
      { maxLength: 30 },
    );
    let accused = 0;
    const property = fc.asyncProperty(history, deeds, fc.nat(4), async (versions, list, missing) => {
      // At least one client fetches each version, because a version that no client fetched cannot be learned. The log
      // continues after that.
      const seen = [...versions.map(({ from }) => from + HOUR / 2), START + 400 * HOUR].map(
        (time) => [(time - START) / HOUR, '/robots.txt', 'BazBot', 200] as const,
      );
      const served = [...list, ...seen].map(([hours, url, agent, status]): Served => {
        const time = START + hours * HOUR;
        const { body } = versions.findLast(({ from }) => from <= time) ?? { body: '' };
        return { time, url, agent, status, bytes: status === 200 ? body.length : 0 };
      });
      // One of the files is not given, so that its size is unknown.
      const files = bodies
        .filter((_, index) => index !== missing)
        .map((body, index) => ({ body, from: ALWAYS, name: `${index}.txt` }));
      const truth = await findings(served, versions);
      const sources = await learnt(served, files);
      if (sources.length === 0) return;
      const found = await findings(served, sources);
      found.forEach(({ class: name }, index) => {
        if (name !== 'violation' && name !== 'never-asked') return;
        accused++;
        expect(truth[index]?.class).toBe(name);
      });
    });
    await fc.assert(property, { numRuns: runs(5000, 40) });
    expect(accused).toBeGreaterThan(10);
  });
});
