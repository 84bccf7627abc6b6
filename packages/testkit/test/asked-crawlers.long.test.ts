/**
 * Tests the interfaces for programs. Messages use the requested crawlers as examples, and a closed registry rejects
 * unknown crawlers.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createRobotsMcp, type RobotsMcp } from '@robots-exclusion/mcp';
import { type RunningServer, startServer } from '@robots-exclusion/server/node';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { type AgentIndex, registryWith } from 'robots-exclusion/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandHost, openCommandHost } from './doors/command.ts';
import { mcpFetch } from './doors/mcp-fetch.ts';

const robots = 'User-agent: *\nDisallow: /a*\nAllow: /a/b\nDisallow: /c*\n';

/** The service and the MCP server, with the same registry. */
interface Doors {
  post(route: string, question: object): Promise<{ status: number; text: string }>;
  call(name: string, asked: Record<string, unknown>): Promise<{ isError: boolean; text: string }>;
  close(): Promise<void>;
}

async function openDoors(registry?: AgentIndex): Promise<Doors> {
  const addressPolicy = { allow: 'any' } as const;
  const server: RunningServer = await startServer({
    userAgent: 'TestBot/1.0',
    port: 0,
    rate: 'unlimited',
    processMetrics: false,
    addressPolicy,
    limits: { workDeadlineMs: 600_000, requestTimeoutMs: 600_000 },
    ...(registry && { agents: registry }),
  });
  const mcp: RobotsMcp = createRobotsMcp({ addressPolicy, ...(registry && { registry }) });
  const client = new Client({ name: 'asked', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://mcp.test/'), { fetch: mcpFetch(mcp) }),
  );
  return {
    async post(route, question) {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(server.url + route, {
        method: 'POST',
        headers,
        body: JSON.stringify(question),
      });
      return { status: response.status, text: await response.text() };
    },
    async call(name, asked) {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: asked });
      return { isError: isError === true, text: JSON.stringify([content, structuredContent]) };
    },
    async close() {
      await client.close();
      await mcp.close();
      await server.close();
    },
  };
}

describe('lint', () => {
  let host: CommandHost;
  let doors: Doors;
  beforeAll(async () => {
    host = openCommandHost();
    doors = await openDoors();
  });
  afterAll(async () => {
    await doors.close();
    await host.close();
  });

  const ask: Readonly<Record<string, (name?: string) => Promise<string>>> = {
    'robots lint': async (name) => {
      const file = host.file('robots.txt', robots);
      const named = name === undefined ? [] : ['--agents', name];
      return JSON.stringify(
        await host.run(['lint', file, '--profile', 'portable', '--format', 'json', ...named]),
      );
    },
    'robots lint with robotslint.json': async (name) => {
      const file = host.file('robots.txt', robots);
      const agents = name === undefined ? {} : { agents: [name] };
      const config = host.file('lint.json', JSON.stringify({ profile: 'portable', ...agents }));
      return JSON.stringify(await host.run(['lint', file, '--config', config, '--format', 'json']));
    },
    '/v1/lint': async (name) =>
      (
        await doors.post('/v1/lint', {
          robots,
          profile: 'portable',
          ...(name !== undefined && { agents: [name] }),
        })
      ).text,
    robots_lint: async (name) =>
      (
        await doors.call('robots_lint', {
          robots,
          profile: 'portable',
          ...(name !== undefined && { crawler: name }),
        })
      ).text,
  };

  it.each(Object.entries(ask))('%s speaks of the crawler that was asked about', async (_, lint) => {
    expect(await lint()).toContain('FooBot may no longer fetch');
    for (const name of ['YandexBot', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)']) {
      const text = await lint(name);
      expect(text).toContain('YandexBot may no longer fetch');
      expect(text).not.toContain('FooBot');
    }
  });
});

/** The site in the questions. */
let site: Awaited<ReturnType<typeof startHttpOrigin>>;

const routes: Readonly<Record<string, (name: string) => object>> = {
  '/v1/check': (name) => ({ urls: [`${site.origin}/`], agents: [name] }),
  '/v1/evaluate': (name) => ({ robots, urls: ['/'], agents: [name] }),
  '/v1/readings': (name) => ({ robots, urls: ['/'], agents: [name] }),
  '/v1/diff': (name) => ({ before: { robots }, after: { robots }, agents: [name] }),
  '/v1/usage': (name) => ({ robots, urls: ['/'], agents: [name] }),
  '/v1/lint': (name) => ({ robots, agents: [name] }),
  '/v1/preflight': (name) => ({ url: `${site.origin}/`, agent: name }),
  '/v1/reserve': (name) => ({ url: `${site.origin}/`, agent: name }),
};
const tools: Readonly<Record<string, (name: string) => Record<string, unknown>>> = {
  robots_check: (name) => ({ urls: [`${site.origin}/`], crawler: name }),
  robots_explain: (name) => ({ url: `${site.origin}/`, crawler: name }),
  robots_usage: (name) => ({ url: `${site.origin}/`, crawler: name }),
  robots_preflight: (name) => ({ url: `${site.origin}/`, crawler: name }),
  robots_lint: (name) => ({ robots, crawler: name }),
  robots_diff: (name) => ({ before: robots, after: robots, crawlers: [name] }),
  robots_readings: (name) => ({ robots, url: `${site.origin}/`, crawler: name }),
};
const note = 'GPTBto is not a known crawler; did you mean GPTBot?';

describe('a registry that is open', () => {
  let doors: Doors;
  beforeAll(async () => {
    doors = await openDoors();
    site = await startHttpOrigin({ '/robots.txt': robots });
  });
  afterAll(async () => {
    await doors.close();
    await site.close();
  });

  it.each(Object.entries(routes))('%s points out a name that it does not know', async (route, question) => {
    const { status, text } = await doors.post(route, question('GPTBto'));
    expect([status, text]).toEqual([200, expect.stringContaining(note)]);
    expect(text).toContain('"known":false,"nearest":["GPTBot"]');
    expect((await doors.post(route, question('GPTBot'))).text).not.toContain('not a known crawler');
  });

  it.each(Object.entries(tools))('%s points out a name that it does not know', async (name, question) => {
    const { isError, text } = await doors.call(name, question('GPTBto'));
    expect([isError, text]).toEqual([false, expect.stringContaining(note)]);
    expect((await doors.call(name, question('GPTBot'))).text).not.toContain('not a known crawler');
  });
});

describe('a registry that is closed', () => {
  let doors: Doors;
  beforeAll(async () => {
    doors = await openDoors({ ...registryWith([]), isClosed: true });
    site = await startHttpOrigin({ '/robots.txt': robots });
  });
  afterAll(async () => {
    await doors.close();
    await site.close();
  });

  it.each(Object.entries(routes))('%s refuses a name that it does not know', async (route, question) => {
    expect(await doors.post(route, question('GPTBto'))).toMatchObject({
      status: 400,
      text: expect.stringContaining(note),
    });
    expect((await doors.post(route, question('GPTBot'))).status).toBe(200);
    expect((await doors.post(route, question('*'))).status).toBe(200);
  });

  it.each(Object.entries(tools))('%s refuses a name that it does not know', async (name, question) => {
    expect(await doors.call(name, question('GPTBto'))).toMatchObject({
      isError: true,
      text: expect.stringContaining(note),
    });
    expect((await doors.call(name, question('GPTBot'))).isError).toBe(false);
  });
});

describe('names of any length and number', () => {
  let doors: Doors;
  let site: Awaited<ReturnType<typeof startHttpOrigin>>;
  beforeAll(async () => {
    doors = await openDoors();
    site = await startHttpOrigin({ '/robots.txt': robots });
  });
  afterAll(async () => {
    await doors.close();
    await site.close();
  });

  const long = 'x'.repeat(10_000);
  const many = Array.from({ length: 10_000 }, (_, at) => `GPTBto${at}`);

  it.each([
    ['/v1/check', () => ({ urls: [`${site.origin}/`] })],
    ['/v1/evaluate', () => ({ robots, urls: ['/'] })],
    ['/v1/readings', () => ({ robots, urls: ['/'] })],
    ['/v1/diff', () => ({ before: { robots }, after: { robots } })],
    ['/v1/lint', () => ({ robots })],
  ] as const)('%s answers shortly, or says what is too long', async (route, question) => {
    for (const agents of [[long], many, [many]]) {
      const { status, text } = await doors.post(route, { ...question(), agents });
      expect([200, 400]).toContain(status);
      expect(text.length).toBeLessThan(50_000);
    }
  });

  it.each([
    ['robots_check', () => ({ urls: [`${site.origin}/`] })],
    ['robots_explain', () => ({ url: `${site.origin}/` })],
    ['robots_usage', () => ({ url: `${site.origin}/` })],
    ['robots_preflight', () => ({ url: `${site.origin}/` })],
    ['robots_lint', () => ({ robots })],
  ] as const)('%s answers shortly, or says what is too long', async (tool, question) => {
    for (const crawler of [long, many]) {
      const { text } = await doors.call(tool, { ...question(), crawler });
      expect(text.length).toBeLessThan(50_000);
    }
  });
});
