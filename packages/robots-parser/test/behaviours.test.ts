import { createRequire } from 'node:module';
import { checkAll, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import robotsParser, { type Robot } from '../src/index.ts';
import table from './behaviours.json' with { type: 'json' };

/** A method of a robot, and its arguments. */
type Call = readonly [method: string, ...unknown[]];

/**
 * The behaviour of `robots-parser` 3.0.1: calls on a robot, and what the last ones return; no `expected` is `undefined`.
 * `strict` is the result according to RFC 9309, if it differs.
 */
interface Behaviour {
  readonly name: string;
  readonly contents: string | null;
  /** Calls before the question. */
  readonly change?: readonly Call[];
  readonly ask?: Call;
  /** Several questions, instead of `ask`. Their results are a list. */
  readonly asks?: readonly Call[];
  readonly expected?: unknown;
  readonly strict?: { readonly expected?: unknown; readonly because: string };
}

const ROBOTS_URL = 'http://example.com/robots.txt';
const behaviours: readonly Behaviour[] = [
  ...(table as unknown as readonly Behaviour[]),
  {
    name: 'a megabyte',
    contents: `${'# filler\n'.repeat(120_000)}User-agent: *\nDisallow: /\n`,
    ask: ['isAllowed', 'http://example.com/'],
    expected: false,
    strict: { expected: true, because: '§2.5: what follows the limit of 512,000 octets is not read' },
  },
];

function answer({ change = [], ask, asks = [] }: Omit<Behaviour, 'expected'>, robot: Robot): unknown {
  const call = ([method, ...args]: Call): unknown =>
    (robot as unknown as Record<string, (...args: unknown[]) => unknown>)[method]?.(...args);
  for (const each of change) call(each);
  return ask ? call(ask) : asks.map(call);
}

const stock: (url: string, contents?: string | null) => Robot = createRequire(import.meta.url)(
  'robots-parser',
);

const nameOf = ({ name }: Behaviour): string => name;

it('npm robots-parser 3.0.1', () =>
  checkAll(behaviours, nameOf, ({ expected, ...behaviour }) => {
    expect(answer(behaviour, stock(ROBOTS_URL, behaviour.contents))).toEqual(expected);
  }));

it('ours with quirks', () =>
  checkAll(behaviours, nameOf, ({ expected, ...behaviour }) => {
    expect(answer(behaviour, robotsParser(ROBOTS_URL, behaviour.contents, { quirks: true }))).toEqual(
      expected,
    );
  }));

describe('ours by RFC 9309', () => {
  it('answers as is expected', () =>
    checkAll(behaviours, nameOf, ({ expected, strict, ...behaviour }) => {
      expect(answer(behaviour, robotsParser(ROBOTS_URL, behaviour.contents))).toEqual(
        strict ? strict.expected : expected,
      );
    }));

  it('differs where a difference is known', () =>
    checkAll(
      behaviours.filter(({ strict }) => strict),
      nameOf,
      ({ expected, strict }) => {
        expect(strict?.expected).not.toEqual(expected);
        expect(strict?.because).toMatch(/\S/);
      },
    ));
});

it('sitemaps are a copy', () => {
  for (const make of [stock, robotsParser]) {
    const robot = make(ROBOTS_URL, 'Sitemap: 1');
    robot.getSitemaps().push('2');
    expect(robot.getSitemaps()).toEqual(['1']);
  }
});

describe('relative URLs', () => {
  it.each([
    ['stock', stock],
    ['quirks', (url: string, contents: string) => robotsParser(url, contents, { quirks: true })],
    ['strict', (url: string, contents: string) => robotsParser(url, contents)],
  ])('are of one origin with a relative file: %s', (_name, make) => {
    const robot = make('/robots.txt', 'User-agent: *\nDisallow: /a\n');
    expect([robot.isAllowed('/a'), robot.isAllowed('/b'), robot.isAllowed('http://example.com/a')]).toEqual([
      false,
      true,
      undefined,
    ]);
  });
});

const line = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'User-agent',
        'Disallow',
        'Allow',
        'Crawl-delay',
        'Sitemap',
        'Host',
        'Foo',
        'user agent',
      ),
      fc.constantFrom(':', ': ', ' :\t', ''),
      fc.oneof(
        fc.constantFrom(
          '*',
          'a',
          'B/1.0',
          'a bot',
          '/',
          '/a',
          '/a*b$',
          '/*/b',
          '*',
          '$',
          '*$',
          '/ä',
          '/%7e',
          '',
          ' ',
          '1',
          '0x2',
          '-1',
        ),
        fc.stringMatching(/^[/ab*$%? #]{0,6}$/),
      ),
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('', '# comment', 'no colon', ':', ': /'),
);

const file = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r', '\n\n')), { maxLength: 12 })
  .map((lines) => lines.flat().join(''));

const path = fc.oneof(
  fc.constantFrom('/', '/a', '/ab', '/a/b', '/%7E', '/ä', '/robots.txt', '/a?b'),
  fc.stringMatching(/^\/[/ab*$%?]{0,8}$/),
);

const agent = fc.constantFrom(undefined, '', '*', 'a', 'A/2.0', 'b', 'a bot', 'c');

describe('any file', () => {
  it('reads alike with quirks and in the original', () => {
    fc.assert(
      fc.property(file, path, agent, (contents, target, ua) => {
        const url = `http://example.com${target}`;
        const answers = (robot: Robot): unknown[] => [
          robot.isAllowed(url, ua),
          robot.isDisallowed(url, ua),
          robot.getMatchingLineNumber(url, ua),
          robot.getCrawlDelay(ua),
          robot.getSitemaps(),
          robot.getPreferredHost(),
        ];
        expect(answers(robotsParser(ROBOTS_URL, contents, { quirks: true }))).toEqual(
          answers(stock(ROBOTS_URL, contents)),
        );
      }),
      { numRuns: runs(5_000) },
    );
  });
});

describe('rules that a program adds', () => {
  it('are read once for all of them, each with its line', () => {
    const robot = robotsParser(ROBOTS_URL, 'User-agent: *\nDisallow: /own\n');
    // If the file were parsed again after each addition, this many additions would take minutes.
    const count = 10_000;
    for (let added = 1; added <= count; added += 1) robot.addRule(['*'], `/added/${added}$`, false, added);
    const at = (path: string): number =>
      robot.getMatchingLineNumber(new URL(path, ROBOTS_URL).href, 'FooBot');
    expect([at('/own'), at('/added/1'), at(`/added/${count}`), at('/added/0')]).toEqual([2, 1, count, -1]);
    robot.addRule(['*'], '/later', false, 7);
    expect(at('/later')).toBe(7);
  });
});

describe('isExplicitlyDisallowed, which the original has on its main branch only', () => {
  const contents = 'User-agent: FooBot\nDisallow: /foo\nAllow: /foo/open\n\nUser-agent: *\nDisallow: /\n';

  it.each<[path: string, ua: string, expected: boolean]>([
    ['/foo', 'FooBot/1.0', true],
    ['/foo/open', 'FooBot/1.0', false],
    ['/bar', 'FooBot/1.0', false],
    ['/bar', 'Other/1.0', false],
    ['/bar', '*', true],
    ['/bar', '', true],
  ])('%s for "%s" is %s, with quirks and without', (path, ua, expected) => {
    for (const quirks of [false, true]) {
      const robot = robotsParser(ROBOTS_URL, contents, { quirks });
      expect(robot.isExplicitlyDisallowed(`http://example.com${path}`, ua)).toBe(expected);
    }
  });

  it('is undefined for a URL of another origin, and counts groups that were added', () => {
    for (const quirks of [false, true]) {
      const robot = robotsParser(ROBOTS_URL, '', { quirks });
      expect(robot.isExplicitlyDisallowed('http://www.example.com/', 'FooBot')).toBeUndefined();
      robot.addRule(['foobot'], '/x', false);
      expect(robot.isExplicitlyDisallowed('http://example.com/x', 'FooBot')).toBe(true);
      expect(robot.isExplicitlyDisallowed('http://example.com/x', 'BarBot')).toBe(false);
    }
  });

  it('is never true where the URL is allowed', () => {
    fc.assert(
      fc.property(file, path, agent, fc.boolean(), (text, target, ua, quirks) => {
        const robot = robotsParser(ROBOTS_URL, text, { quirks });
        const url = `http://example.com${target}`;
        if (robot.isExplicitlyDisallowed(url, ua ?? '')) expect(robot.isAllowed(url, ua)).toBe(false);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
