/** Tests the answers of `robots_check` to calls of the official client. */
import { createRobotsMcp } from '@robots-exclusion/mcp';
import { type HttpScript, startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connected, connectedTo, decisionsOf } from './connected.ts';

async function siteOf(script: HttpScript) {
  const site = await startHttpOrigin(script);
  onTestFinished(() => site.close());
  return site;
}

const RULES = 'User-agent: FooBot\nDisallow: /private\nContent-Usage: train-ai=n\n';

function stepOf({ action, error }: Record<string, unknown>): unknown {
  return action ?? (error as { code: string }).code;
}

it('refuses more URLs than its limit', async () => {
  const { call } = await connected({ limits: { maxUrls: 2 } });
  const urls = ['https://a.example/', 'https://b.example/', 'https://c.example/'];
  expect(await call('robots_check', { urls, crawler: 'FooBot' })).toMatchObject({ isError: true });
});

describe('a model chooses the URLs', () => {
  it('nothing is sent to a private address unless somebody opened it', async () => {
    const site = await siteOf({ '/robots.txt': RULES });
    const closed = await connected({ addressPolicy: { allow: 'public-only' } });
    const urls = [`${site.origin}/a`, 'http://localhost/', 'http://[::1]/', 'http://169.254.169.254/latest/'];
    const checked = await closed.call('robots_check', { urls, crawler: 'FooBot' });
    for (const decision of decisionsOf(checked)) {
      expect(decision).toMatchObject({ allowed: false, action: 'skip', outcome: 'refused' });
      expect(decision).not.toHaveProperty('retryAt');
    }
    expect(JSON.stringify(checked.content)).toContain(`--also-fetch ${site.origin}`);
    await closed.call('robots_explain', { url: urls[0], crawler: 'FooBot' });
    await closed.call('robots_usage', { url: urls[0], crawler: 'FooBot' });
    await closed.call('robots_preflight', { url: urls[0], crawler: 'FooBot' });
    await closed.call('robots_lint', { url: urls[0] });
    await closed.call('robots_diff', { beforeUrl: urls[0], afterUrl: urls[0] });
    expect(site.requests).toEqual([]);

    const opened = await connected({
      addressPolicy: { allow: 'public-only', alsoOrigins: [site.origin] },
    });
    const [decision] = decisionsOf(await opened.call('robots_check', { urls: [urls[0]], crawler: 'FooBot' }));
    expect(decision).toMatchObject({ action: 'fetch', outcome: 'rules' });
  });

  it('no more is fetched in a minute than the limit, whichever tool asks; what is kept is still answered', async () => {
    const sites = await Promise.all([1, 2, 3].map(() => siteOf({ '/robots.txt': RULES })));
    let now = Date.now();
    const { call, client } = await connected({
      limits: { fetchesPerMinute: 2 },
      clock: { now: () => now },
    });
    const urls = sites.map(({ origin }) => `${origin}/a`);
    const check = async () => decisionsOf(await call('robots_check', { urls, crawler: 'FooBot' }));
    const first = await check();
    expect(first.map(stepOf).sort()).toEqual(['fetch', 'fetch', 'fetch-limit']);
    const deferred = first.find(({ error }) => error !== undefined);
    expect(deferred).toMatchObject({ error: { retryAt: new Date(now + 60_000).toISOString() } });
    const url = deferred?.['url'] as string;
    expect(await call('robots_lint', { url })).toMatchObject({ isError: true });
    expect(await call('robots_preflight', { url, crawler: 'FooBot' })).toMatchObject({ isError: true });
    expect(decisionsOf(await call('robots_usage', { url, crawler: 'FooBot' }))).toMatchObject([
      { error: { code: 'fetch-limit' } },
    ]);
    const uri = `robots-exclusion://robots/${encodeURIComponent(new URL(url).origin)}`;
    await expect(client.readResource({ uri })).rejects.toThrow();
    expect(sites.flatMap(({ requests }) => requests)).toHaveLength(2);
    now += 60_000;
    expect((await check()).map(({ action }) => action)).toEqual(['fetch', 'fetch', 'fetch']);
  });

  it('one client’s loop leaves the others their fetches, until all together have used up theirs', async () => {
    const sites = await Promise.all([1, 2, 3, 4, 5].map(() => siteOf({ '/robots.txt': RULES })));
    const mcp = createRobotsMcp({
      addressPolicy: { allow: 'any' },
      limits: { fetchesPerMinute: 2, totalFetchesPerMinute: 3 },
    });
    onTestFinished(() => mcp.close());
    const actionsFor = async (sender: string | undefined, asked: typeof sites) => {
      const { call } = await connectedTo(mcp, sender);
      const urls = asked.map(({ origin }) => `${origin}/a`);
      return decisionsOf(await call('robots_check', { urls, crawler: 'FooBot' })).map(stepOf);
    };
    expect((await actionsFor('192.0.2.1', sites.slice(0, 3))).sort()).toEqual([
      'fetch',
      'fetch',
      'fetch-limit',
    ]);
    // A second connection of the same client shares the budget of the first connection.
    expect(await actionsFor('192.0.2.1', sites.slice(3, 4))).toEqual(['fetch-limit']);
    expect(await actionsFor('192.0.2.2', sites.slice(3, 4))).toEqual(['fetch']);
    expect(await actionsFor('192.0.2.3', sites.slice(4))).toEqual(['fetch-limit']);
    expect(await actionsFor(undefined, sites.slice(4))).toEqual(['fetch-limit']);
    expect(sites.flatMap(({ requests }) => requests)).toHaveLength(3);
  });
});
