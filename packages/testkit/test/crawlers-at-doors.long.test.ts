/** Tests that every interface describes the requested crawlers in the same words, from the same data. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createRobotsMcp } from '@robots-exclusion/mcp';
import type { RunningServer } from '@robots-exclusion/server/node';
import { type CrawlerDescription, crawlerNames } from 'robots-exclusion/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORIGIN } from './doors/answers.ts';
import { type CommandHost, openCommandHost } from './doors/command.ts';
import { mcpFetch } from './doors/mcp-fetch.ts';
import { endSites, siteWith } from './doors/origins.ts';
import { startService } from './doors/service.ts';

const robots = 'User-agent: *\nDisallow: /x\n';
const notKnown = (token: string, ...nearest: string[]): Partial<CrawlerDescription> => ({
  tokens: [token],
  known: false,
  nearest,
  note: `${token} is not a known crawler${nearest.length > 0 ? `; did you mean ${nearest.join(' or ')}?` : ''}`,
});

/** The questions, and the expected description of each crawler in the answer. */
const names: readonly (readonly [name: string, described: readonly Partial<CrawlerDescription>[]])[] = [
  ['GPTBot', [{ tokens: ['GPTBot'], known: true }]],
  ['gptbot', [{ tokens: ['gptbot'], known: true }]],
  ['*', [{ tokens: ['*'], known: true }]],
  ['NoSuchBotEver', [notKnown('NoSuchBotEver')]],
  ['GPTBto', [notKnown('GPTBto', 'GPTBot')]],
  ['Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)', [{ tokens: ['GPTBot'], known: true }]],
  [
    'GPTBot,CCBot',
    [
      {
        tokens: ['GPTBot', 'CCBot'],
        known: true,
        note: 'Treated as one crawler with the product tokens GPTBot and CCBot',
      },
    ],
  ],
  [
    'registry:shopping',
    crawlerNames(['registry:shopping']).map((token) =>
      expect.objectContaining({ tokens: [token], known: true }),
    ),
  ],
];

type Ask = (name: string) => Promise<readonly { readonly crawler: CrawlerDescription }[]>;

let host: CommandHost;
let server: RunningServer;
let mcp: ReturnType<typeof createRobotsMcp>;
let client: Client;
let site: string;

beforeAll(async () => {
  host = openCommandHost();
  server = await startService();
  site = await siteWith({ robots, status: 200, agents: [], paths: [] });
  mcp = createRobotsMcp({ addressPolicy: { allow: 'any' } });
  client = new Client({ name: 'crawlers', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://mcp.test/'), {
      fetch: mcpFetch(mcp),
    }),
  );
});
afterAll(async () => {
  await client.close();
  await mcp.close();
  await server.close();
  await endSites();
  await host.close();
});

async function post(route: string, question: object): Promise<Awaited<ReturnType<Ask>>> {
  const response = await fetch(server.url + route, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
  });
  return ((await response.json()) as { results: Awaited<ReturnType<Ask>> }).results;
}

async function records(name: string): Promise<Awaited<ReturnType<Ask>>> {
  const input = host.file('records.ndjson', `${JSON.stringify({ robots, agent: name, url: '/x' })}\n`);
  const [answer] = (await host.run(['batch', '--explain', input])) as [
    { crawler: CrawlerDescription; crawlers?: Record<string, { crawler: CrawlerDescription }> },
  ];
  return answer.crawlers ? Object.values(answer.crawlers) : [answer];
}

const doors: Readonly<Record<string, Ask>> = {
  'robots check --format ndjson': (name) =>
    host.run([
      'check',
      '/x',
      '--robots',
      host.file('robots.txt', robots),
      '--agent',
      name,
      '--format',
      'ndjson',
    ]) as ReturnType<Ask>,
  'robots batch --explain': records,
  '/v1/evaluate': (name) => post('/v1/evaluate', { robots, urls: [`${ORIGIN}/x`], agents: [name] }),
  '/v1/check': (name) => post('/v1/check', { urls: [`${site}/x`], agents: [name] }),
  robots_check: async (name) => {
    const asked = { urls: [`${site}/x`], crawler: name };
    const { structuredContent } = await client.callTool({ name: 'robots_check', arguments: asked });
    return (structuredContent as { results: Awaited<ReturnType<Ask>> }).results;
  },
};

describe.each(Object.entries(doors))('%s', (_, ask) => {
  it.each(names)('describes %j', async (name, described) => {
    expect((await ask(name)).map(({ crawler }) => crawler)).toEqual(described);
  });
});
