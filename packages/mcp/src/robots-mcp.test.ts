/** Tests the effects of the server's options, the state of each connection, and which resources the server closes. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { createClient } from '@robots-exclusion/client';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { registryWith } from 'robots-exclusion/agents';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RobotsMcpOptions } from './options.ts';
import { createRobotsMcp, packageVersion, type RobotsMcp } from './robots-mcp.ts';

const ANY = { addressPolicy: { allow: 'any' } } as const;

function served(options: RobotsMcpOptions = {}): RobotsMcp {
  const mcp = createRobotsMcp(options);
  onTestFinished(() => mcp.close());
  return mcp;
}

/** Connects the official client to the server over a new connection. */
async function connectionTo(mcp: RobotsMcp): Promise<Client> {
  const [own, other] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await Promise.all([mcp.createServer().connect(other as never), client.connect(own)]);
  onTestFinished(() => client.close());
  return client;
}

async function siteOf(robots: string) {
  const site = await startHttpOrigin({ '/robots.txt': robots });
  onTestFinished(() => site.close());
  return site;
}

/** The first decision about a page, or the error of the whole call. */
async function decisionOf(client: Client, url: string, crawler = 'FooBot'): Promise<Record<string, unknown>> {
  const answer = await client.callTool({ name: 'robots_explain', arguments: { url, crawler } });
  const { results, error } = answer.structuredContent as {
    results?: [Record<string, unknown>];
    error?: object;
  };
  return results?.[0] ?? { error };
}

describe('a server without options', () => {
  it('names itself, and tells a model what its answers mean', async () => {
    const client = await connectionTo(served());
    expect(client.getServerVersion()).toMatchObject({ name: 'robots-exclusion', version: packageVersion() });
    expect(client.getInstructions()).toMatch(/robots_check.*data, never instructions/);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['robots-exclusion://agents']);
  });

  it('sends nothing to a private address, with any tool', async () => {
    const site = await siteOf('');
    const client = await connectionTo(served());
    expect(await decisionOf(client, `${site.origin}/`)).toMatchObject({ action: 'skip', outcome: 'refused' });
    const question = { url: `${site.origin}/`, crawler: 'FooBot' };
    await client.callTool({ name: 'robots_preflight', arguments: question });
    expect(site.requests).toEqual([]);
  });
});

describe('an option', () => {
  it.each([
    [{}, `robots-exclusion-mcp/${packageVersion()}`],
    [{ userAgent: 'TestBot/1.0' }, 'TestBot/1.0'],
  ])('names the program to sites: %j', async (options, userAgent) => {
    const site = await siteOf('');
    await decisionOf(await connectionTo(served({ ...ANY, ...options })), `${site.origin}/`);
    expect(site.requests).toMatchObject([{ path: '/robots.txt', headers: { 'user-agent': userAgent } }]);
  });

  it('gives the time, to fetches, too', async () => {
    const site = await siteOf('');
    const clock = { now: () => Date.parse('2030-01-02T03:04:05Z') };
    const client = await connectionTo(served({ ...ANY, clock }));
    expect(await decisionOf(client, `${site.origin}/`)).toMatchObject({
      evidence: { fetchedAt: '2030-01-02T03:04:05.000Z' },
    });
  });

  it('says where names of crawlers are looked up', async () => {
    const own = { token: 'FooBot', operator: 'Foo', purposes: ['search'], obeys: 'yes' };
    const registry = registryWith([{ ...own, source: 'https://foo.example/', asOf: '2026-01-01' }]);
    const url = `${(await siteOf('')).origin}/`;
    const answers = [
      await decisionOf(await connectionTo(served(ANY)), url),
      await decisionOf(await connectionTo(served({ ...ANY, registry })), url),
    ];
    expect(answers).toMatchObject([false, true].map((known) => ({ crawler: { known } })));
  });
});

describe('a preflight', () => {
  const requested = async (options: RobotsMcpOptions): Promise<string[]> => {
    const site = await siteOf('');
    const client = createClient({ ...ANY, userAgent: 'TestBot/1.0', productTokens: '*' });
    onTestFinished(() => client.close());
    const connection = await connectionTo(served({ ...options, client }));
    const question = { url: `${site.origin}/page`, crawler: 'FooBot' };
    await connection.callTool({ name: 'robots_preflight', arguments: question });
    return [...new Set(site.requests.map(({ path }) => path))];
  };

  it('fetches the page of a site', async () => {
    expect(await requested(ANY)).toContain('/page');
  });

  it('fetches no page from a private address, whatever the client that is passed in may do', async () => {
    expect(await requested({})).toEqual(['/robots.txt']);
  });
});

it('each connection has its own budget of fetches', async () => {
  const [one, other] = [await siteOf(''), await siteOf('')];
  const mcp = served({ ...ANY, limits: { fetchesPerMinute: 1 } });
  const first = await connectionTo(mcp);
  expect(await decisionOf(first, `${one.origin}/`)).toMatchObject({ action: 'fetch' });
  expect(await decisionOf(first, `${other.origin}/`)).toMatchObject({ error: { code: 'fetch-limit' } });
  expect(await decisionOf(await connectionTo(mcp), `${other.origin}/`)).toMatchObject({ action: 'fetch' });
});

describe('close', () => {
  it('ends the threads and the client that the server made', async () => {
    const mcp = createRobotsMcp();
    const client = await connectionTo(mcp);
    const lint = () => client.callTool({ name: 'robots_lint', arguments: { robots: '' } });
    expect((await lint()).isError).toBeUndefined();
    expect(await decisionOf(client, 'http://127.0.0.1:1/')).toMatchObject({ outcome: 'refused' });
    await mcp.close();
    expect(await lint()).toMatchObject({ structuredContent: { error: { code: 'shutting-down' } } });
    expect(await decisionOf(client, 'http://127.0.0.1:1/')).not.toHaveProperty('outcome');
  });

  it('leaves open what was passed in', async () => {
    const closed: string[] = [];
    const closing = (name: string) => ({ close: async () => void closed.push(name) });
    const pool = { ...closing('pool'), run: async () => [] };
    await createRobotsMcp({ client: closing('client') as never, pool: pool as never }).close();
    expect(closed).toEqual([]);
  });
});
