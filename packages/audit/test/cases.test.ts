/** Tests each case that docs/audit.md describes with a generated log. */
import { describe, expect, it } from 'vitest';
import { type Hit, type HitClass, judge, timeline, type VersionSource } from '../src/index.ts';

const DAY = 24 * 3600;
const START = Date.UTC(2026, 10, 1);
/** A request; its time is in seconds after the first version. */
type Act = readonly [seconds: number, url: string, status?: number, expected?: HitClass];

const OPEN = 'User-agent: *\nDisallow: /admin/\n';
const CLOSED = 'User-agent: *\nDisallow: /admin/\nDisallow: /new/\n';

function version(body: string | null, seconds: number): VersionSource {
  return { body, from: START + seconds * 1000 };
}

/** The classes of one crawler's requests. As in `audit`, requests are judged after all fetches are known. */
function classesOf(
  versions: readonly VersionSource[],
  acts: readonly Act[],
  userAgent = 'FooBot/1.0 (+https://foo.example/)',
): HitClass[] {
  const history = timeline(versions);
  const hits = acts.map(
    ([seconds, url, status = 200], index): Hit => ({
      line: index + 1,
      offset: index,
      time: START + seconds * 1000,
      host: undefined,
      address: '192.0.2.7',
      method: 'GET',
      url,
      status,
      bytes: 5,
      userAgent,
    }),
  );
  for (const hit of hits) history.note(hit, 'FooBot');
  history.close();
  return hits.map((hit) => judge(hit, history).class);
}

/** The second version appears after ten days. */
const CHANGE = 10 * DAY;
const closing = [version(OPEN, 0), version(CLOSED, CHANGE)];
const opening = [version(CLOSED, 0), version(OPEN, CHANGE)];

describe('RFC 9309 §2.4: what a crawler may hold', () => {
  it.each<[string, readonly VersionSource[], readonly Act[]]>([
    [
      'a newly closed URL, before the crawler has asked again',
      closing,
      [
        [0, '/robots.txt'],
        [CHANGE + 3600, '/new/', 200, 'within-grace'],
      ],
    ],
    ['the same, by a crawler that never asked', closing, [[CHANGE + 3600, '/new/', 200, 'within-grace']]],
    [
      'the last second of the grace',
      closing,
      [
        [0, '/robots.txt'],
        [CHANGE + DAY - 1, '/new/', 200, 'within-grace'],
      ],
    ],
    [
      'the end of the grace',
      closing,
      [
        [0, '/robots.txt'],
        [CHANGE + DAY, '/new/', 200, 'violation'],
      ],
    ],
    ['the end of the grace, never asked', closing, [[CHANGE + DAY, '/new/', 200, 'never-asked']]],
    [
      'a version that the crawler fetched binds it at once',
      closing,
      [
        [CHANGE, '/robots.txt'],
        [CHANGE + 1, '/new/', 200, 'violation'],
      ],
    ],
    [
      'also if it was not modified',
      closing,
      [
        [CHANGE, '/robots.txt', 304],
        [CHANGE + 1, '/new/', 200, 'violation'],
      ],
    ],
    [
      'also in the same second',
      closing,
      [
        [CHANGE, '/robots.txt'],
        [CHANGE, '/new/', 200, 'violation'],
      ],
    ],
    [
      'but not before it, in the same second',
      closing,
      [
        [CHANGE, '/new/', 200, 'within-grace'],
        [CHANGE, '/robots.txt'],
      ],
    ],
    [
      'a fetch that failed binds it to nothing new',
      closing,
      [
        [0, '/robots.txt'],
        [CHANGE, '/robots.txt', 500],
        [CHANGE + 1, '/new/', 200, 'within-grace'],
      ],
    ],
    [
      'nor does one that was redirected',
      closing,
      [
        [CHANGE, '/robots.txt', 301],
        [CHANGE + 1, '/new/', 200, 'within-grace'],
      ],
    ],
    [
      'but who failed has asked',
      closing,
      [
        [CHANGE, '/robots.txt', 500],
        [CHANGE + DAY, '/new/', 200, 'violation'],
      ],
    ],
    [
      'what both versions disallow has no grace',
      closing,
      [
        [0, '/robots.txt'],
        [CHANGE + 1, '/admin/', 200, 'violation'],
      ],
    ],
    ['nor has it for who never asked', closing, [[CHANGE + 1, '/admin/', 200, 'never-asked']]],
    [
      'a newly opened URL is allowed at once',
      opening,
      [
        [0, '/robots.txt'],
        [CHANGE, '/new/', 200, 'allowed'],
      ],
    ],
    [
      'one that is still closed is not',
      opening,
      [
        [0, '/robots.txt'],
        [CHANGE - 1, '/new/', 200, 'violation'],
      ],
    ],
    [
      'who asks only later has asked',
      closing,
      [
        [CHANGE - 1, '/admin/', 200, 'violation'],
        [CHANGE + 1, '/robots.txt'],
      ],
    ],
    [
      'robots.txt itself is allowed to all',
      [version('User-agent: *\nDisallow: /\n', 0)],
      [
        [DAY, '/robots.txt', 200, 'allowed'],
        [DAY + 1, '/', 200, 'violation'],
      ],
    ],
    ['before the first version', closing, [[-1, '/admin/', 200, 'not-judged']]],
    ['a first version within the grace', closing, [[DAY - 1, '/admin/', 200, 'within-grace']]],
    ['a first version after it', closing, [[DAY, '/admin/', 200, 'never-asked']]],
    [
      'a first version that was fetched',
      closing,
      [
        [0, '/robots.txt'],
        [1, '/admin/', 200, 'violation'],
      ],
    ],
    [
      'a version that lasted for an hour',
      [version(CLOSED, 0), version(OPEN, CHANGE), version(CLOSED, CHANGE + 3600)],
      [
        [CHANGE + 7200, '/new/', 200, 'within-grace'],
        [CHANGE + 3600 + DAY, '/new/', 200, 'never-asked'],
      ],
    ],
    [
      'a version that the crawler fetched after that',
      [version(CLOSED, 0), version(OPEN, CHANGE), version(CLOSED, CHANGE + 3600)],
      [
        [CHANGE + 3601, '/robots.txt'],
        [CHANGE + 7200, '/new/', 200, 'violation'],
      ],
    ],
    [
      'a file that was removed',
      [version(CLOSED, 0), version(null, CHANGE)],
      [
        [0, '/robots.txt'],
        [CHANGE, '/admin/', 200, 'allowed'],
      ],
    ],
    [
      'a file that was there again',
      [version(null, 0), version(CLOSED, CHANGE)],
      [
        [CHANGE + 1, '/admin/', 200, 'within-grace'],
        [CHANGE + DAY, '/admin/', 200, 'never-asked'],
      ],
    ],
    [
      'a page in place of the file',
      [version(CLOSED, 0), version('<!doctype html><title>404</title>', CHANGE)],
      [[CHANGE, '/admin/', 200, 'allowed']],
    ],
    ['an empty file', [version(CLOSED, 0), version('', CHANGE)], [[CHANGE, '/admin/', 200, 'allowed']]],
    [
      '4xx for the crawler’s own fetch',
      closing,
      [
        [DAY, '/robots.txt', 403],
        [2 * DAY - 1, '/admin/', 200, 'within-grace'],
        [2 * DAY, '/admin/', 200, 'violation'],
      ],
    ],
    [
      'two 4xx with days between them, which give nothing in between',
      closing,
      [
        [DAY, '/robots.txt', 404],
        [2 * DAY - 1, '/admin/', 200, 'within-grace'],
        [4 * DAY, '/admin/', 200, 'violation'],
        [6 * DAY, '/robots.txt', 404],
        [7 * DAY - 1, '/admin/', 200, 'within-grace'],
        [7 * DAY, '/admin/', 200, 'violation'],
      ],
    ],
    [
      '4xx again and again, less than the grace apart',
      closing,
      [
        [DAY, '/robots.txt', 404],
        [2 * DAY - 1, '/robots.txt', 404],
        [2 * DAY + 1, '/admin/', 200, 'within-grace'],
        [3 * DAY - 2, '/robots.txt', 404],
        [3 * DAY - 1, '/admin/', 200, 'within-grace'],
        [4 * DAY - 2, '/admin/', 200, 'violation'],
      ],
    ],
    [
      'again and again',
      closing,
      [
        [DAY, '/robots.txt', 403],
        [2 * DAY - 1, '/robots.txt', 403],
        [3 * DAY - 2, '/admin/', 200, 'within-grace'],
      ],
    ],
    [
      'and the file after it',
      closing,
      [
        [DAY, '/robots.txt', 403],
        [DAY + 1, '/robots.txt'],
        [DAY + 2, '/admin/', 200, 'violation'],
      ],
    ],
    [
      'an answer of 3xx gave it nothing, and without a status nobody knows',
      closing,
      [
        [DAY, '/robots.txt'],
        [DAY, '/admin/', 302, 'redirected'],
        [DAY, '/admin/', 304, 'redirected'],
        [DAY, '/', 302, 'allowed'],
        [DAY, '/admin/', 0, 'not-judged'],
        [DAY, '/admin/', 404, 'violation'],
        [DAY, '/admin/', 429, 'violation'],
      ],
    ],
    [
      'a query is part of the URL',
      [version('User-agent: *\nDisallow: /*?s=\n', 0)],
      [
        [DAY, '/a?s=1', 200, 'never-asked'],
        [DAY, '/a?t=1', 200, 'allowed'],
      ],
    ],
    [
      'escapes and dot segments do not hide a path',
      closing,
      [
        [DAY, '/%61dmin/', 200, 'never-asked'],
        [DAY, '/a/../admin/', 200, 'never-asked'],
      ],
    ],
  ])('%s', (_, versions, acts) => {
    const found = classesOf(versions, acts);
    expect(found.filter((_name, index) => acts[index]?.[3] !== undefined)).toEqual(
      acts.flatMap(([, , , name]) => name ?? []),
    );
  });

  it('judges each host by its own versions and fetches', () => {
    const history = timeline([
      { ...version(OPEN, 0), host: 'a.example' },
      { ...version('User-agent: *\nDisallow: /b\n', 0), host: 'B.example:443' },
    ]);
    const at = (host: string, url: string, line: number): HitClass =>
      judge(
        {
          line,
          offset: line,
          time: START + 2 * DAY * 1000,
          host,
          address: '',
          method: 'GET',
          url,
          status: 200,
          bytes: 0,
          userAgent: 'FooBot/1.0 (+https://foo.example/)',
        },
        history,
      ).class;
    expect([
      at('a.example', '/robots.txt', 1),
      at('a.example', '/admin/', 2),
      at('b.example', '/b', 3),
      at('b.example', '/admin/', 4),
    ]).toEqual(['allowed', 'violation', 'never-asked', 'allowed']);
  });

  it('takes the grace that it is given', () => {
    const history = timeline(closing, { graceMs: 0 });
    expect(history.graceMs).toBe(0);
    expect(() => timeline(closing, { graceMs: -1 })).toThrow(RangeError);
    expect(() => timeline([])).toThrow(TypeError);
    expect(() => timeline([version('', 0), version('', 0)])).toThrow(/same instant/);
    expect(() => timeline([{ body: '', from: 'soon' }])).toThrow(/expected an instant/);
  });
});
