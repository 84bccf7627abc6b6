/** Tests that for every outcome, the answers of `/v1/check` equal the decisions of the client. */
import { createClient, type Transport } from '@robots-exclusion/client';
import { buildOnce } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endServers, serve } from './serving.ts';

beforeAll(buildOnce);
afterEach(endServers);

const text = (body: string) => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(body),
});
const long = `User-agent: *\nDisallow: /a\n${'# filler\n'.repeat(70_000)}Disallow: /b\n`;

/** The sites, by host name. */
const sites: Record<string, () => Awaited<ReturnType<Transport['send']>>> = {
  'rules.example': () =>
    text('User-agent: FooBot\nDisallow: /a\nCrawl-delay: 7\n\nUser-agent: *\nDisallow: /b\n'),
  'slow.example': () => text('User-agent: *\nCrawl-delay: 90000\nDisallow: /a\n'),
  'empty.example': () => text(''),
  'none.example': () => ({ status: 404, headers: {}, body: Buffer.from('') }),
  'refused.example': () => ({ status: 403, headers: {}, body: Buffer.from('') }),
  'busy.example': () => ({ status: 429, headers: { 'retry-after': '90' }, body: Buffer.from('') }),
  'broken.example': () => ({ status: 500, headers: {}, body: Buffer.from('') }),
  'page.example': () => ({ ...text('<!doctype html><p>Not here'), headers: { 'content-type': 'text/html' } }),
  'long.example': () => text(long),
  'dead.example': () => {
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  },
};
const transport: Transport = {
  schemes: ['http', 'https'],
  enforcesAddressPolicy: true,
  send: async ({ url }) => (sites[new URL(url).hostname] as () => Awaited<ReturnType<Transport['send']>>)(),
};
const clock = { now: () => 1_800_000_000_000 };

/** Converts a decision of the service to the form in which the client returns decisions. */
function asOfClient(answer: never): object {
  const { crawler, retryAt, notRobotsTxt: _, evidence, ...decision } = answer as Record<string, unknown>;
  const { fetchedAt, expiresAt } = (evidence ?? {}) as Record<string, string>;
  const times = Object.entries({ retryAt, fetchedAt, expiresAt }).filter(([, time]) => time !== undefined);
  return {
    agent: (crawler as { tokens: unknown }).tokens,
    ...decision,
    ...Object.fromEntries(times.map(([name, time]) => [name, Date.parse(time as string)])),
  };
}

describe.each(['rfc9309', 'google', 'commoncrawl', 'archive'] as const)('under the preset %s', (preset) => {
  it.each(['default', 'cache-only'] as const)('in mode %s', async (mode) => {
    const server = await serve({ preset, clock, transports: [transport] });
    const client = createClient({ userAgent: 'TestBot/1.0', preset, clock, transports: [transport] });
    const paths = ['/a', '/b', '/robots.txt', '/?q=1'];
    const urls = Object.keys(sites).flatMap((host) => paths.map((path) => `https://${host}${path}`));
    urls.push('mailto:a@b.example', 'gopher://a.example/', 'data:,x');
    const agents = ['FooBot', ['BarBot', 'FooBot'], '*'];
    const { json } = await server.post('/v1/check', { urls, agents, mode });
    const expected = [];
    for (const url of urls) {
      for (const agent of agents) {
        const productTokens = [agent].flat();
        const { evidence: _, ...decision } = await client.check(url, { productTokens, mode, explain: true });
        expected.push({ agent: productTokens, ...decision });
      }
    }
    expect(json.results.map(asOfClient)).toEqual(JSON.parse(JSON.stringify(expected)));
    await client.close();
  });
});
