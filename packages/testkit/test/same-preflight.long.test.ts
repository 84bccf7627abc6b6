/**
 * Tests that library, command, service and tools return the same JSON for a preflight of each kind of site, octet for
 * octet.
 */

import { createServer } from 'node:net';
import { createClient } from '@robots-exclusion/client';
import { preflight } from '@robots-exclusion/operations/preflight';
import { crawlersOf } from '@robots-exclusion/operations/shared';
import { type HttpAnswer, startHttpOrigin } from '@robots-exclusion/testkit';
import type { ResolvedCrawler } from 'robots-exclusion/agents';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSameDoors, type SameDoors } from './doors/same.ts';

const USER_AGENT = 'TestBot/1.0';
const AGENT = 'GPTBot';

let doors: SameDoors;
const addressPolicy = { allow: 'any' } as const;
const client = createClient({ userAgent: USER_AGENT, productTokens: '*', addressPolicy });

beforeAll(async () => {
  doors = await openSameDoors({ addressPolicy, userAgent: USER_AGENT, limits: { fetchesPerMinute: 10_000 } });
});

afterAll(async () => {
  await doors.close();
  await client.close();
});

/** The answer without details of the fetch of robots.txt, such as the time of the next fetch. */
function octets({ evidence: _, ...answer }: { evidence?: unknown }): string {
  return JSON.stringify(answer).replace(/"retryAt":"[^"]+"/g, '"retryAt":"later"');
}

async function ofEveryDoor(url: string): Promise<Record<string, string>> {
  const signal = new AbortController().signal;
  const [crawler] = crawlersOf({ agents: [AGENT] }, undefined, 1) as [ResolvedCrawler];
  const argv = ['preflight', url, '--agent', AGENT, '--user-agent', USER_AGENT, '--format', 'json'];
  // Each interface waits between its own requests to the site, so all interfaces run at the same time to save time.
  const [library, [command], [service], [tools]] = await Promise.all([
    preflight.run({ url, crawler }, { client, addressPolicy, signal }),
    doors.host.run(argv),
    doors.routeAnswers('/v1/preflight', { url, agent: AGENT }),
    doors.toolAnswers('robots_preflight', { url, crawler: AGENT }),
  ]);
  return {
    library: octets(library),
    command: octets(command as object),
    service: octets(service as object),
    tools: octets(tools as object),
  };
}

const STATED = 'User-agent: *\nAllow: /\nContent-Usage: train-ai=n\nContent-Signal: ai-train=no\n';
const page = (body: string, headers: Record<string, string> = {}): HttpAnswer => ({
  headers: { 'content-type': 'text/html', ...headers },
  body,
});

/** Kinds of site: the responses for `/robots.txt` and `/page`, and the outcome. */
const SITES: readonly [string, HttpAnswer | string, HttpAnswer | string, string][] = [
  ['rules that let it in', 'User-agent: *\nDisallow: /x\n', page('<p>Text'), 'open'],
  ['rules that shut it out', 'User-agent: GPTBot\nDisallow: /\n', page('<p>Text'), 'disallowed'],
  ['a forbidden robots.txt', { status: 403 }, page('<p>Text'), 'open'],
  ['a server error for robots.txt', { status: 503 }, page('<p>Text'), 'undetermined'],
  [
    'a redirect to what is disallowed',
    'User-agent: *\nDisallow: /other\n',
    { status: 302, headers: { location: '/other' } },
    'redirected-to-disallowed',
  ],
  ['a page that nobody may have', '', { status: 403 }, 'refused-to-all'],
  ['a price', '', { status: 402, headers: { 'crawler-price': 'USD 0.01' } }, 'payment-required'],
  [
    'statements about use',
    STATED,
    page('<meta name=robots content=noai><p>Text', { 'x-robots-tag': 'noindex', 'tdm-reservation': '1' }),
    'open',
  ],
];

describe('a preflight of a site with', () => {
  it.each(SITES)('%s', async (_, robots, answer, outcome) => {
    const site = await startHttpOrigin(({ path }) => {
      if (path === '/robots.txt') return robots;
      if (path === '/page') return answer;
      return path === '/other' ? page('<p>Other') : { status: 404 };
    });
    onTestFinished(() => site.close());
    const { library, ...others } = await ofEveryDoor(`${site.origin}/page`);
    expect(JSON.parse(library as string)).toMatchObject({ outcome, crawler: { tokens: [AGENT] } });
    for (const [door, text] of Object.entries(others)) expect(text, door).toBe(library);
  });

  it('a crawler that it turns away by name', async () => {
    const site = await startHttpOrigin(({ path, headers }) => {
      if (path === '/robots.txt') return '';
      return headers['user-agent']?.includes(AGENT) ? { status: 403 } : page('<p>Text');
    });
    onTestFinished(() => site.close());
    const { library, ...others } = await ofEveryDoor(`${site.origin}/page`);
    expect(JSON.parse(library as string).outcome).toBe('refused-by-name');
    for (const [door, text] of Object.entries(others)) expect(text, door).toBe(library);
  });

  it('nobody behind its address', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    await new Promise((resolve) => silent.close(resolve));
    const { library, ...others } = await ofEveryDoor(`http://127.0.0.1:${port}/page`);
    expect(JSON.parse(library as string).outcome).toBe('undetermined');
    for (const [door, text] of Object.entries(others)) expect(text, door).toBe(library);
  });
});
