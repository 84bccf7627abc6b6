/** Tests the protocol with the official client. */

import { startHttpOrigin } from '@robots-exclusion/testkit';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connected } from './connected.ts';

const RULES = 'User-agent: FooBot\nDisallow: /private\nLicense: https://example.com/terms\n';

async function site() {
  const origin = await startHttpOrigin({ '/robots.txt': RULES });
  onTestFinished(() => origin.close());
  return origin;
}

describe('the server, driven by the official client', () => {
  it('tells progress, one step for each site', async () => {
    const [one, other] = [await site(), await site()];
    const { client } = await connected();
    const seen: unknown[] = [];
    const urls = [`${one.origin}/a`, `${one.origin}/b`, 'nowhere', `${other.origin}/c`];
    await client.callTool(
      { name: 'robots_check', arguments: { urls, crawler: 'FooBot' } },
      { onprogress: ({ progress, total }) => seen.push([progress, total]) },
    );
    expect(seen).toHaveLength(3);
    expect(seen.at(-1)).toEqual([4, 4]);
  });

  it('ends a call that the caller cancels, and answers the next', async () => {
    let asked = (): void => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const silent = await startHttpOrigin({ '/robots.txt': () => asked() });
    onTestFinished(() => silent.close());
    const { client, call } = await connected();
    const stop = new AbortController();
    const calling = client.callTool(
      { name: 'robots_check', arguments: { urls: [`${silent.origin}/`], crawler: 'FooBot' } },
      { signal: stop.signal },
    );
    await isAsked;
    stop.abort();
    await expect(calling).rejects.toThrow();
    const { origin } = await site();
    const answered = await call('robots_check', { urls: [`${origin}/`], crawler: 'FooBot' });
    expect(answered.isError).not.toBe(true);
  });

  it('gives a site’s robots.txt and the registry as resources', async () => {
    const { origin } = await site();
    const { client } = await connected();
    const { contents } = await client.readResource({
      uri: `robots-exclusion://robots/${encodeURIComponent(origin)}`,
    });
    const [found] = contents as { text: string }[];
    expect(JSON.parse(found?.text ?? '')).toMatchObject({
      outcome: 'rules',
      siteText: ['User-agent: FooBot', 'Disallow: /private', 'License: https://example.com/terms', ''],
    });
    const bad = client.readResource({ uri: 'robots-exclusion://robots/nonsense' });
    await expect(bad).rejects.toThrow();
  });

  it('ends work that takes too long with an error, and answers the next', async () => {
    const { call } = await connected({ limits: { workTimeoutMs: 1 } });
    const robots = `${RULES}${Array.from({ length: 20_000 }, (_, rule) => `Disallow: /*a*b*${rule}\n`).join('')}`;
    expect(await call('robots_lint', { robots })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('exceeded the limit on processor time') }],
    });
    const answered = await call('robots_explain', { url: '/a', crawler: 'FooBot', robots: RULES });
    expect(answered.isError).not.toBe(true);
  });

  it('reads a part of a file that is longer than crawlers read, and says so', async () => {
    const { call } = await connected();
    const robots = `${RULES}#${'x'.repeat(DEFAULT_MAX_BYTES)}\nDisallow: /\n`;
    const linted = await call('robots_lint', { robots });
    expect(linted.structuredContent).toMatchObject({ isTruncated: true });
    for (const name of ['robots_explain', 'robots_usage']) {
      const answered = await call(name, { url: '/b', crawler: 'FooBot', robots });
      expect(answered.structuredContent).toMatchObject({ results: [{ allowed: true, isTruncated: true }] });
      expect(answered.content[0]?.text).toContain('only the beginning of the file was read');
    }
  });
});
