/**
 * Tests that library, command, service and tools return the same JSON for a check of each kind of site, octet for
 * octet.
 */

import { createServer } from 'node:net';
import { createClient } from '@robots-exclusion/client';
import { greatestLimits } from '@robots-exclusion/operations';
import { type CheckPort, check, failureOf } from '@robots-exclusion/operations/check';
import { decider, loadFor, questionOf } from '@robots-exclusion/operations/evaluate';
import { type HttpAnswer, runs, startHttpOrigin } from '@robots-exclusion/testkit';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSameDoors, type SameDoors } from './doors/same.ts';

let doors: SameDoors;
const addressPolicy = { allow: 'any' } as const;
const client = createClient({ userAgent: 'TestBot/1.0', productTokens: '*', addressPolicy });

beforeAll(async () => {
  doors = await openSameDoors({ addressPolicy, limits: { fetchesPerMinute: 100_000, maxUrls: 1000 } });
});

afterAll(async () => {
  await doors.close();
  await client.close();
});

interface Question {
  readonly urls: readonly string[];
  readonly agents: readonly (string | readonly string[])[];
  readonly usage?: true;
  readonly literal?: true;
}

/** The answers without the details of the fetch, and without retry times, which differ between interfaces. */
function octets(answers: readonly object[]): string[] {
  return answers.map(({ evidence: _, ...answer }: { evidence?: unknown }) =>
    JSON.stringify(answer).replace(/"retryAt":"[^"]+"/g, '"retryAt":"later"'),
  );
}

async function ofLibrary({ urls, ...given }: Question): Promise<string[]> {
  const asked = questionOf(given, { limits: greatestLimits, registry: undefined });
  await loadFor(asked);
  const port: CheckPort<readonly object[]> = {
    robots: (url) => client.robots(url),
    decide: async (own) => own.urls.map(decider(own)),
    failure: (url, code) => [failureOf(url, code)],
    maxRobotsBytes: DEFAULT_MAX_BYTES,
    now: Date.now,
  };
  return octets((await check.run({ urls, asked }, port, 16)).flat());
}

async function ofCommand({ urls, agents, usage, literal }: Question): Promise<string[]> {
  const named = agents.flatMap((agent) => ['--agent', [agent].flat().join(',')]);
  const found = await doors.host.run([
    ...['check', ...urls, ...named, ...(usage ? ['--usage'] : []), ...(literal ? ['--literal'] : [])],
    ...['--format', 'ndjson'],
  ]);
  return octets(found as object[]);
}

async function ofService(question: Question): Promise<string[]> {
  return octets(await doors.routeAnswers('/v1/check', question));
}

/**
 * Asks the tools about one crawler per call, and sorts the answers into the order in which other interfaces return
 * them.
 */
async function ofTools({ urls, agents, ...given }: Question): Promise<string[]> {
  const byAgent = await Promise.all(
    agents.map(async (crawler) =>
      octets(await doors.toolAnswers('robots_check', { ...given, urls, crawler })),
    ),
  );
  return urls.flatMap((_, at) => byAgent.map((answers) => answers[at] as string));
}

const RULES = [
  'User-agent: *',
  'Disallow: /private/',
  'Allow: /private/open',
  'Disallow: /*.pdf$',
  'Crawl-delay: 2',
  'Content-Usage: train-ai=n',
  '',
  'User-agent: GPTBot',
  'User-agent: Googlebot',
  'Disallow: /a',
  '',
].join('\n');
const filled = (octetsOfFile: number): string => `${RULES}#${'x'.repeat(octetsOfFile)}\nDisallow: /\n`;
const HTML: HttpAnswer = {
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Not found</title>',
};

const SITES: readonly [string, HttpAnswer | string][] = [
  ['rules', RULES],
  ['no rules', ''],
  ['no robots.txt (404)', { status: 404 }],
  ['a forbidden robots.txt (403)', { status: 403 }],
  ['a server error (503)', { status: 503 }],
  ['a rate limit (429)', { status: 429 }],
  ['HTML for robots.txt', HTML],
  ['a file as long as is read', filled(DEFAULT_MAX_BYTES - RULES.length - 20)],
  ['a file that is longer than is read', filled(DEFAULT_MAX_BYTES)],
  ['a loop of redirects', { status: 301, headers: { location: '/robots.txt' } }],
  [
    'a redirect to a scheme without transport',
    { status: 302, headers: { location: 'gopher://127.0.0.1:1/' } },
  ],
];
const AGENTS = [
  'GPTBot',
  'FooBot',
  'GPTBto',
  'Googlebot-Image',
  'AdsBot-Google',
  ['FooBot', 'GPTBot'],
  '*',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
];
const PATHS = ['/', '/a', '/private/', '/private/open', '/x.pdf', '/robots.txt', '/b?c=d', '/%61', '/é'];
/** The number of rounds for each kind of site. In a whole run, all kinds together make 5,000 questions. */
const ROUNDS = runs(8, 1);

/** One path for each round, all different. */
function questionFor(origin: string, round: number): Question {
  const urls = PATHS.map((path) => `${origin}${path}${round === 0 ? '' : `${round}`}`);
  return {
    urls,
    agents: AGENTS,
    ...(round % 2 === 1 && { usage: true }),
    ...(round > 4 && { literal: true }),
  };
}

async function expectSame(question: Question): Promise<number> {
  const [expected, ...others] = await Promise.all([
    ofLibrary(question),
    ofCommand(question),
    ofService(question),
    ofTools(question),
  ]);
  expect(expected).toHaveLength(question.urls.length * question.agents.length);
  const [command, service, shown] = others as [string[], string[], string[]];
  expect(command).toEqual(expected);
  expect(service).toEqual(expected);
  // Tools shorten long texts from a site and escape non-ASCII characters, so such answers are not compared.
  for (const [at, json] of expected.entries())
    if (!/[^\x20-\x7e]|"[^"]{500,}"/.test(json)) expect(shown[at]).toBe(json);
  return expected.length;
}

describe('a check of a site with', () => {
  it.each(SITES)('%s', async (_, robots) => {
    const site = await startHttpOrigin({ '/robots.txt': robots });
    onTestFinished(() => site.close());
    for (let round = 0; round < ROUNDS; round++) await expectSame(questionFor(site.origin, round));
  });

  it('nobody behind its address', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    await new Promise((resolve) => silent.close(resolve));
    for (let round = 0; round < ROUNDS; round++)
      await expectSame(questionFor(`http://127.0.0.1:${port}`, round));
  });

  it('no host: what has no robots.txt', async () => {
    await expectSame({ urls: ['data:text/plain,a'], agents: AGENTS });
  });
});
