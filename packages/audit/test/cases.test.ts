/** Tests each case that docs/audit.md describes with a generated log. */
import { describe, expect, it } from 'vitest';
import { type Hit, type HitClass, judge, timeline, type VersionSource } from '../src/index.ts';

const DAY = 24 * 3600;
const START = Date.UTC(2026, 10, 1);
/** A request; its time is in seconds after the first version. */
interface Act {
  readonly seconds: number;
  readonly url: string;
  readonly status: number;
  readonly expected: HitClass | undefined;
}

/** A request as `TIME URL [STATUS] [CLASS]`; the time is in days and seconds, such as `10d-1`. */
function actOf(text: string): Act {
  const [, days = 0, seconds = 0, url = '', status = 200, expected] =
    /^(?:(\d+)d)?([-+]?\d+)? (\S+)(?: (\d+))?(?: ([a-z-]+))?$/.exec(text) ?? [];
  const time = Number(days) * DAY + Number(seconds);
  return { seconds: time, url, status: Number(status), expected: expected as HitClass | undefined };
}

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
    ({ seconds, url, status }, index): Hit => ({
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
  it.each<[string, readonly VersionSource[], readonly string[]]>([
    [
      'a newly closed URL, before the crawler has asked again',
      closing,
      ['0 /robots.txt', '10d+3600 /new/ within-grace'],
    ],
    ['the same, by a crawler that never asked', closing, ['10d+3600 /new/ within-grace']],
    ['the last second of the grace', closing, ['0 /robots.txt', '11d-1 /new/ within-grace']],
    ['the end of the grace', closing, ['0 /robots.txt', '11d /new/ violation']],
    ['the end of the grace, never asked', closing, ['11d /new/ never-asked']],
    [
      'a version that the crawler fetched binds it at once',
      closing,
      ['10d /robots.txt', '10d+1 /new/ violation'],
    ],
    ['also if it was not modified', closing, ['10d /robots.txt 304', '10d+1 /new/ violation']],
    ['also in the same second', closing, ['10d /robots.txt', '10d /new/ violation']],
    ['but not before it, in the same second', closing, ['10d /new/ within-grace', '10d /robots.txt']],
    [
      'a fetch that failed binds it to nothing new',
      closing,
      ['0 /robots.txt', '10d /robots.txt 500', '10d+1 /new/ within-grace'],
    ],
    ['nor does one that was redirected', closing, ['10d /robots.txt 301', '10d+1 /new/ within-grace']],
    ['but who failed has asked', closing, ['10d /robots.txt 500', '11d /new/ violation']],
    ['what both versions disallow has no grace', closing, ['0 /robots.txt', '10d+1 /admin/ violation']],
    ['nor has it for who never asked', closing, ['10d+1 /admin/ never-asked']],
    ['a newly opened URL is allowed at once', opening, ['0 /robots.txt', '10d /new/ allowed']],
    ['one that is still closed is not', opening, ['0 /robots.txt', '10d-1 /new/ violation']],
    ['who asks only later has asked', closing, ['10d-1 /admin/ violation', '10d+1 /robots.txt']],
    [
      'robots.txt itself is allowed to all',
      [version('User-agent: *\nDisallow: /\n', 0)],
      ['1d /robots.txt allowed', '1d+1 / violation'],
    ],
    ['before the first version', closing, ['-1 /admin/ not-judged']],
    ['a first version within the grace', closing, ['1d-1 /admin/ within-grace']],
    ['a first version after it', closing, ['1d /admin/ never-asked']],
    ['a first version that was fetched', closing, ['0 /robots.txt', '1 /admin/ violation']],
    [
      'a version that lasted for an hour',
      [version(CLOSED, 0), version(OPEN, CHANGE), version(CLOSED, CHANGE + 3600)],
      ['10d+7200 /new/ within-grace', '11d+3600 /new/ never-asked'],
    ],
    [
      'a version that the crawler fetched after that',
      [version(CLOSED, 0), version(OPEN, CHANGE), version(CLOSED, CHANGE + 3600)],
      ['10d+3601 /robots.txt', '10d+7200 /new/ violation'],
    ],
    [
      'a file that was removed',
      [version(CLOSED, 0), version(null, CHANGE)],
      ['0 /robots.txt', '10d /admin/ allowed'],
    ],
    [
      'a file that was there again',
      [version(null, 0), version(CLOSED, CHANGE)],
      ['10d+1 /admin/ within-grace', '11d /admin/ never-asked'],
    ],
    [
      'a page in place of the file',
      [version(CLOSED, 0), version('<!doctype html><title>404</title>', CHANGE)],
      ['10d /admin/ allowed'],
    ],
    ['an empty file', [version(CLOSED, 0), version('', CHANGE)], ['10d /admin/ allowed']],
    [
      '4xx for the crawler’s own fetch',
      closing,
      ['1d /robots.txt 403', '2d-1 /admin/ within-grace', '2d /admin/ violation'],
    ],
    [
      'two 4xx with days between them, which give nothing in between',
      closing,
      [
        '1d /robots.txt 404',
        '2d-1 /admin/ within-grace',
        '4d /admin/ violation',
        '6d /robots.txt 404',
        '7d-1 /admin/ within-grace',
        '7d /admin/ violation',
      ],
    ],
    [
      '4xx again and again, less than the grace apart',
      closing,
      [
        '1d /robots.txt 404',
        '2d-1 /robots.txt 404',
        '2d+1 /admin/ within-grace',
        '3d-2 /robots.txt 404',
        '3d-1 /admin/ within-grace',
        '4d-2 /admin/ violation',
      ],
    ],
    ['again and again', closing, ['1d /robots.txt 403', '2d-1 /robots.txt 403', '3d-2 /admin/ within-grace']],
    ['and the file after it', closing, ['1d /robots.txt 403', '1d+1 /robots.txt', '1d+2 /admin/ violation']],
    [
      'an answer of 3xx gave it nothing, and without a status nobody knows',
      closing,
      [
        '1d /robots.txt',
        '1d /admin/ 302 redirected',
        '1d /admin/ 304 redirected',
        '1d / 302 allowed',
        '1d /admin/ 0 not-judged',
        '1d /admin/ 404 violation',
        '1d /admin/ 429 violation',
      ],
    ],
    [
      'a query is part of the URL',
      [version('User-agent: *\nDisallow: /*?s=\n', 0)],
      ['1d /a?s=1 never-asked', '1d /a?t=1 allowed'],
    ],
    [
      'escapes and dot segments do not hide a path',
      closing,
      ['1d /%61dmin/ never-asked', '1d /a/../admin/ never-asked'],
    ],
  ])('%s', (_, versions, texts) => {
    const acts = texts.map(actOf);
    const found = classesOf(versions, acts);
    expect(found.filter((_name, index) => acts[index]?.expected !== undefined)).toEqual(
      acts.flatMap(({ expected }) => expected ?? []),
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
