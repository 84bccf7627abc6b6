/** Tests that all interfaces reproduce the peculiarities of each original parser in the same way. */
import { greatestLimits } from '@robots-exclusion/operations';
import { evaluate } from '@robots-exclusion/operations/evaluate';
import { dialectCorners } from '@robots-exclusion/testkit';
import { compile, type Dialect, explain, parse } from 'robots-exclusion';
import { findDialect } from 'robots-exclusion/dialects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainOnPage } from './doors/page.ts';
import { openSameDoors, type SameDoors } from './doors/same.ts';

const OPEN = 'https://example.com/';
const NAMED = 'User-agent: foobot\nDisallow: /\n';
const STAR = 'User-agent: *\nDisallow: /*?\n';
const forName = (name: string): string => `User-agent: ${name}\nDisallow: /\n`;
/** The members of a question that contain the robots.txt, as text or as exact octets. */
const given = (robots: string | Uint8Array): { robots: string } | { robotsBase64: string } =>
  typeof robots === 'string' ? { robots } : { robotsBase64: Buffer.from(robots).toString('base64') };

/** `unreadable` if the original fails; otherwise whether the URL may be fetched. */
type Row = readonly [
  dialect: string,
  robots: string | Uint8Array,
  agent: string,
  url: string,
  expected: boolean | 'unreadable',
];

const ROWS: readonly Row[] = [
  ...['rfc9309', 'google', 'google-java', 'protego', 'temoto', 'crawler-commons', 'robots-parser'].flatMap(
    (dialect): Row[] => [
      [dialect, NAMED, ' FooBot', OPEN, false],
      [dialect, NAMED, 'FooBot\t ', OPEN, false],
    ],
  ),
  ['temoto', forName('İx'), 'ix', OPEN, false],
  ['protego', forName('İx'), 'ix', OPEN, true],
  ['google-java', forName('ſpider'), 'spider', OPEN, false],
  ['protego', forName('\u212aot'), 'kot', OPEN, false],
  ['temoto', forName('\u212aot'), 'kot', OPEN, false],
  ['google-java', forName('ıx'), 'ix', OPEN, false],
  ['temoto', forName('ıx'), 'ix', OPEN, true],
  ['google-java', 'User-agent: *\nDısallow: /\n', 'FooBot', OPEN, false],
  ['temoto', 'User-agent: *\nDısallow: /\n', 'FooBot', OPEN, true],
  ['protego', forName('ΣΑΣ'), 'σας', OPEN, false],
  ['temoto', forName('ΣΑΣ'), 'σας', OPEN, true],
  ['google-java', 'User-agent: *\nDiſallow: /\n', 'FooBot', OPEN, false],
  ['protego', 'User-agent: *\nDiſallow: /\n', 'FooBot', OPEN, true],
  ['robots-parser', 'User-agent: *\nDisallow: /\n', 'FooBot', 'http:/a', 'unreadable'],
  ['colly', 'User-agent: *\nDisallow: /\n', 'FooBot', 'http://u%@a/', 'unreadable'],
  ['colly', 'User-agent: *\nDisallow: /s?b=1\n', 'FooBot', 'http://a/s?a=%&b=1', false],
  ['temoto', 'User-agent: *\nDisallow: /s?b=1\n', 'FooBot', 'http://a/s?a=%&b=1', true],
  ['crawler-commons', STAR, 'FooBot', 'http://a?b', false],
  ['google-java', STAR, 'FooBot', 'http://a?b', true],
  ['python-3.12', STAR, 'FooBot', 'http://[::1]x/?b', 'unreadable'],
  ['python', 'User-agent: *\nDisallow: /?b\n', 'FooBot', 'http://[::1]x/?b', false],
  ['colly', 'User-agent: *\nDisallow: /\n', 'FooBot', 'mailto:a@b', 'unreadable'],
  ['robots-parser', 'User-agent: *\nDisallow: /\n', 'FooBot', 'a@b', 'unreadable'],
  ['google', 'User-agent: *\nDisallow: /\n', 'FooBot', 'mailto:a@b', false],
];

let doors: SameDoors;

beforeAll(async () => {
  doors = await openSameDoors({ addressPolicy: { allow: 'any' } });
});

afterAll(async () => {
  await doors.close();
});

interface Verdict {
  readonly allowed: boolean;
  readonly because: string;
  readonly note?: string;
}

interface Answer {
  readonly verdict?: Verdict;
}

const ASK: Readonly<Record<string, (row: Row) => Promise<Verdict | undefined>>> = {
  async library([dialect, robots, agent, url]) {
    const question = { ...given(robots), urls: [url], agents: [agent], dialect };
    const asked = evaluate.asked(question, { limits: greatestLimits, registry: undefined });
    await evaluate.load?.(asked);
    return (evaluate.run(asked)[Symbol.iterator]().next().value as Answer).verdict;
  },
  async check([dialect, robots, agent, url]) {
    const file = doors.host.file('corner.txt', robots);
    const argv = [
      'check',
      url,
      '--robots',
      file,
      '--agent',
      agent,
      '--dialect',
      dialect,
      '--format',
      'ndjson',
    ];
    return ((await doors.host.run(argv)) as Answer[])[0]?.verdict;
  },
  async batch([dialect, robots, agent, url]) {
    const input = doors.host.file(
      'corner.ndjson',
      `${JSON.stringify({ id: 1, ...given(robots), agent, url, dialect })}\n`,
    );
    const [answer] = (await doors.host.run(['batch', input])) as {
      allow: boolean;
      because: string;
      error?: { code: string; message: string };
    }[];
    if (answer?.error?.code === 'dialect-fails')
      return { allowed: false, because: 'unreadable', note: answer.error.message };
    return answer && { allowed: answer.allow, because: answer.because };
  },
  async service([dialect, robots, agent, url]) {
    const response = await fetch(`${doors.server.url}/v1/evaluate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...given(robots), urls: [url], agents: [agent], dialect }),
    });
    return ((await response.json()) as { results: Answer[] }).results[0]?.verdict;
  },
  async tool([dialect, robots, crawler, url]) {
    const answer = await doors.tools.callTool({
      name: 'robots_explain',
      arguments: { ...given(robots), url, crawler, dialect },
    });
    return (answer.structuredContent as { results: Answer[] }).results[0]?.verdict;
  },
  async page([dialect, robots, agent, url]) {
    // An editor holds text, not octets.
    if (typeof robots !== 'string') return undefined;
    return (await explainOnPage(robots, agent, url, dialect))?.verdict as Answer['verdict'];
  },
};

/**
 * Interfaces that do not accept every question. On the page, names with blanks cannot be chosen, and exact octets
 * cannot be typed.
 */
const CANNOT_BE_ASKED = new Set(['page']);

describe.each(Object.keys(ASK))('%s', (door) => {
  it.each(ROWS)('as %s reads %j for %j at %s', async (...row) => {
    const verdict = await ASK[door]?.(row);
    if (verdict === undefined && CANNOT_BE_ASKED.has(door)) return;
    const expected = row[4];
    expect(verdict?.allowed).toBe(expected === true);
    if (expected !== 'unreadable') return;
    expect(verdict?.because).toBe('unreadable');
    expect(verdict?.note).toMatch(/\w+ \w+/);
  });
});

/** Readers that differ in what they fold, decode and trim. */
const READERS = ['google', 'google-java', 'protego', 'temoto', 'crawler-commons', 'python-3.14'];

describe.each(Object.keys(ASK))('%s, at every corner', (door) => {
  it.each(READERS)('as %s', async (name) => {
    const dialect = findDialect(name) as Dialect;
    for (const { robots, agent, url } of dialectCorners) {
      const text = new TextDecoder().decode(robots);
      const isText = Buffer.from(text).equals(robots);
      const verdict = await ASK[door]?.([name, isText ? text : robots, agent, url, true]);
      if (verdict === undefined && CANNOT_BE_ASKED.has(door)) continue;
      const { allowed, because } = explain(compile(parse(robots, { dialect }), agent), url);
      const asked = JSON.stringify({ robots: Buffer.from(robots).toString('latin1'), agent, url });
      expect({ allowed: verdict?.allowed, because: verdict?.because }, asked).toEqual({ allowed, because });
    }
  });
});
