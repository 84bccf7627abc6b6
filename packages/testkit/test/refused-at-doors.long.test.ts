/**
 * Tests that if this project's own settings refuse a fetch, every interface reports the outcome `refused` and the
 * action `skip`, with the reason and without a retry time.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { outcomeOfStored, presets } from '@robots-exclusion/client/stored-answer';
import { createRobotsMcp } from '@robots-exclusion/mcp';
import { type RunningServer, startServer } from '@robots-exclusion/server/node';
import { type HttpOrigin, startHttpOrigin } from '@robots-exclusion/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandHost, openCommandHost } from './doors/command.ts';
import { mcpFetch } from './doors/mcp-fetch.ts';

/**
 * The cases: the target to which robots.txt redirects, the setting that refuses the target, the refused origin, and
 * whether the target is refused even if all addresses are allowed.
 */
const refusals: readonly (readonly [location: string, by: string, origin: string, always: boolean])[] = [
  ['gopher://other.example/0/robots.txt', 'transports', 'gopher://other.example', true],
  ['file:///etc/passwd', 'transports', 'file:', true],
  ['data:text/plain,User-agent:*', 'transports', 'data:', true],
  ['http://other.example:25/robots.txt', 'address-policy', 'http://other.example:25', false],
  ['http://10.0.0.1/robots.txt', 'address-policy', 'http://10.0.0.1', false],
];

/** A decision as a door reports it. */
interface Told {
  allowed: boolean;
  action: string;
  outcome: string;
  retryAt?: unknown;
  refusal?: { by: string; origin: string };
}

let host: CommandHost;
let server: RunningServer;
let mcp: ReturnType<typeof createRobotsMcp>;
let client: Client;
const sites = new Map<string, HttpOrigin>();

beforeAll(async () => {
  host = openCommandHost();
  for (const [location] of refusals) {
    sites.set(location, await startHttpOrigin({ '/robots.txt': { status: 302, headers: { location } } }));
  }
  const alsoOrigins = [...sites.values()].map(({ origin }) => origin);
  const addressPolicy = { allow: 'public-only', alsoOrigins } as const;
  server = await startServer({
    userAgent: 'TestBot/1.0',
    port: 0,
    rate: 'unlimited',
    processMetrics: false,
    addressPolicy,
  });
  mcp = createRobotsMcp({ addressPolicy });
  client = new Client({ name: 'refusals', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://mcp.test/'), { fetch: mcpFetch(mcp) }),
  );
});
afterAll(async () => {
  await client.close();
  await mcp.close();
  await server.close();
  for (const site of sites.values()) await site.close();
  await host.close();
});

async function post(route: string, question: object): Promise<unknown> {
  const body = JSON.stringify(question);
  const headers = { 'content-type': 'application/json' };
  return (await fetch(server.url + route, { method: 'POST', headers, body })).json();
}

async function tool(name: string, asked: Record<string, unknown>) {
  const { structuredContent, content } = await client.callTool({ name, arguments: asked });
  return { structured: structuredContent as Record<string, unknown>, text: JSON.stringify(content) };
}

/**
 * The interfaces that fetch. `dialsAny` is true for the command, because the user who starts it may allow every
 * address.
 */
const doors: Readonly<Record<string, { dialsAny: boolean; ask(url: string): Promise<Told> }>> = {
  'robots check': {
    dialsAny: true,
    async ask(url) {
      const [told] = await host.run(['check', url, '--agent', 'FooBot', '--format', 'ndjson']);
      return told as Told;
    },
  },
  '/v1/check': {
    dialsAny: false,
    async ask(url) {
      const { results } = (await post('/v1/check', { urls: [url], agents: ['FooBot'] })) as {
        results: Told[];
      };
      return results[0]!;
    },
  },
  '/v1/preflight': {
    dialsAny: false,
    async ask(url) {
      const { decision, outcome } = (await post('/v1/preflight', { url, agent: 'FooBot' })) as {
        decision: Told;
        outcome: string;
      };
      expect(outcome).toBe('address-refused');
      return decision;
    },
  },
  robots_check: {
    dialsAny: false,
    async ask(url) {
      const { structured, text } = await tool('robots_check', { urls: [url], crawler: 'FooBot' });
      expect(text).toMatch(/now or later/);
      expect(text).not.toMatch(/defer|could not be fetched/);
      return (structured['results'] as Told[])[0]!;
    },
  },
  robots_preflight: {
    dialsAny: false,
    async ask(url) {
      const { structured } = await tool('robots_preflight', { url, crawler: 'FooBot' });
      return structured['decision'] as Told;
    },
  },
};

describe.each(Object.entries(doors))('%s', (_, { dialsAny, ask }) => {
  it.each(refusals.filter(([, , , always]) => always || !dialsAny))(
    'refuses a robots.txt that redirects to %s, and names no time',
    async (location, by, origin) => {
      const told = await ask(`${sites.get(location)?.origin}/page`);
      expect(told).toMatchObject({
        allowed: false,
        action: 'skip',
        outcome: 'refused',
        refusal: { by, origin },
      });
      expect(told.retryAt).toBeUndefined();
    },
  );
});

it.each(refusals.filter(([, by]) => by === 'transports'))(
  'a stored answer that redirects to %s is refused, too',
  (location) => {
    const answer = { url: 'https://a.example/robots.txt', status: 302, headers: { location } };
    const stored = { ...answer, body: new Uint8Array(), isTruncated: false };
    for (const preset of presets.values()) {
      expect(outcomeOfStored(stored, preset)).toEqual({
        outcome: 'refused',
        policyRow: `${preset.name}/scheme-refused`,
      });
    }
  },
);
