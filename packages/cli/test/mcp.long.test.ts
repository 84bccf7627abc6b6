/** Tests the built `robots mcp` with the official client over standard input and output. */
import { type HttpScript, startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots } from './command.ts';
import { agentOf, agentOverHttp, siteWithRules } from './mcp-agents.ts';

it('answers the official client over standard input and output', async () => {
  const { origin } = await siteWithRules();
  const client = await agentOf('--also-fetch', origin);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('robots_check');
  const urls = [`${origin}/private/a`, `${origin}/`];
  const { structuredContent } = await client.callTool({
    name: 'robots_check',
    arguments: { urls, crawler: 'FooBot' },
  });
  const crawler = { tokens: ['FooBot'], known: false };
  expect(structuredContent).toMatchObject({
    results: [
      { url: urls[0], crawler, allowed: false, action: 'skip', verdict: { rule: { line: 2 } } },
      { url: urls[1], crawler, allowed: true, action: 'fetch' },
    ],
  });
});

it('examines a page that may be fetched: the bundles of the command and of the server share a client', async () => {
  const site = await startHttpOrigin({ '/robots.txt': 'User-agent: *\nAllow: /\n', '/page': '<p>Lamps</p>' });
  onTestFinished(() => site.close());
  const client = await agentOf('--also-fetch', site.origin);
  const answer = await client.callTool({
    name: 'robots_preflight',
    arguments: { url: `${site.origin}/page`, crawler: 'FooBot' },
  });
  expect(answer.isError, JSON.stringify(answer.content)).toBeFalsy();
  expect(site.requests.map(({ path }) => path)).toContain('/page');
});

it('ends when its input does', async () => {
  expect(await robots(['mcp'])).toMatchObject({ exit: 0, stdout: '' });
});

it('refuses options that cannot be meant before it speaks the protocol', async () => {
  expect(await robots(['mcp', '--max-urls', '0'])).toMatchObject({ exit: 2, stdout: '' });
  expect(await robots(['mcp', '--also-fetch', 'nonsense'])).toMatchObject({ exit: 2, stdout: '' });
});

describe('RFC 9309 §2.3.1: what an answer of robots.txt means, over both transports', () => {
  const page = '<!doctype html><title>Welcome</title>';
  const fetches = (outcome: string) => ({ action: 'fetch', allowed: true, outcome });
  const defers = { action: 'defer', allowed: false, outcome: 'unreachable' };
  const withStatus = (status: number): HttpScript => ({ '/robots.txt': { status, body: 'User-agent: *\n' } });
  const table: [string, HttpScript, object][] = [
    ['200 with a page', { '/robots.txt': page }, fetches('rules')],
    ...[401, 403, 404, 429].map((status): (typeof table)[number] => [
      String(status),
      withStatus(status),
      fetches('no-rules'),
    ]),
    ['500', withStatus(500), defers],
    ['503', withStatus(503), defers],
    ['a timeout', { '/robots.txt': () => {} }, defers],
    [
      'a redirect loop',
      { '/robots.txt': { status: 302, headers: { location: '/robots.txt' } } },
      fetches('no-rules'),
    ],
  ];

  it('one call about all of them', async () => {
    const sites = await Promise.all(table.map(([, script]) => startHttpOrigin(script)));
    onTestFinished(async () => {
      await Promise.all(sites.map((site) => site.close()));
    });
    const urls = [...sites.map(({ origin }) => `${origin}/a`), 'http://no-such-host.invalid/a'];
    const names = [...table.map(([name]) => name), 'no such host'];
    const expected = [...table.map(([, , decision]) => decision), defers];
    const opened = sites.flatMap(({ origin }) => ['--also-fetch', origin]);
    const overStdio = await agentOf('--timeout', '5', ...opened);
    const { client: overHttp } = await agentOverHttp('--timeout', '5', ...opened);
    for (const client of [overStdio, overHttp]) {
      const question = { name: 'robots_check', arguments: { urls, crawler: 'FooBot' } };
      const { structuredContent } = await client.callTool(question);
      const { results } = structuredContent as { results: Record<string, unknown>[] };
      const answered = results.map(({ action, allowed, outcome }, at) => [
        names[at],
        { action, allowed, outcome },
      ]);
      expect(answered).toEqual(expected.map((decision, at) => [names[at], decision]));
      const deferred = results.filter(({ action }) => action === 'defer');
      expect(deferred.every(({ retryAt }) => new Date(retryAt as string).toISOString() === retryAt)).toBe(
        true,
      );
    }
  });
});

it('robots serve --mcp answers the same over Streamable HTTP, behind the gate of the service', async () => {
  const { origin } = await siteWithRules();
  const { client, url } = await agentOverHttp('--also-fetch', origin);
  const { structuredContent } = await client.callTool({
    name: 'robots_check',
    arguments: { urls: [`${origin}/private/a`], crawler: 'FooBot' },
  });
  expect(structuredContent).toMatchObject({
    results: [{ allowed: false, verdict: { rule: { line: 2 } } }],
  });
  const strangers = { origin: 'https://stranger.example', 'content-type': 'application/json' };
  const stranger = await fetch(url, { method: 'POST', headers: strangers, body: '{}' });
  expect(stranger.status).toBe(403);
});
