/** Tests the protocol with the official client. */

import { startHttpOrigin } from '@robots-exclusion/testkit';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import { agents } from 'robots-exclusion/agents';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connected } from './connected.ts';

const RULES = 'User-agent: FooBot\nDisallow: /private\nLicense: https://example.com/terms\n';

async function site() {
  const origin = await startHttpOrigin({ '/robots.txt': RULES });
  onTestFinished(() => origin.close());
  return origin;
}

describe('the server, driven by the official client', () => {
  it('offers its tools with schemas and says that they only read', async () => {
    const { client } = await connected();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'robots_check',
      'robots_diff',
      'robots_explain',
      'robots_lint',
      'robots_preflight',
      'robots_readings',
      'robots_usage',
    ]);
    for (const { annotations, outputSchema, inputSchema, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(inputSchema['type']).toBe('object');
      expect(outputSchema?.['type']).toBe('object');
      expect(description).toBeTruthy();
    }
  });

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

  it('gives the registry and long files in pages that a model can take', async () => {
    const { client } = await connected();
    const rules = Array.from({ length: 900 }, (_, at) => `Disallow: /${at}/${'x'.repeat(40)}`);
    const long = await startHttpOrigin({ '/robots.txt': `User-agent: *\n${rules.join('\n')}` });
    onTestFinished(() => long.close());
    const start = `robots-exclusion://robots/${encodeURIComponent(long.origin)}`;
    const all = async (first: string, member: string): Promise<unknown[]> => {
      const items: unknown[] = [];
      for (let uri: string | undefined = first; uri !== undefined; ) {
        const { contents } = await client.readResource({ uri });
        const [{ text }] = contents as unknown as [{ text: string }];
        expect(text.length).toBeLessThan(20_000);
        const page = JSON.parse(text) as Record<string, unknown>;
        expect(page['first']).toBe(items.length + 1);
        items.push(...(page[member] as unknown[]));
        uri = page['next'] as string | undefined;
      }
      return items;
    };
    expect(await all('robots-exclusion://agents', 'results')).toEqual(JSON.parse(JSON.stringify(agents)));
    expect(await all(start, 'siteText')).toEqual(['User-agent: *', ...rules]);
    for (const uri of ['robots-exclusion://agents/0', 'robots-exclusion://agents/999', `${start}/x`])
      await expect(client.readResource({ uri })).rejects.toThrow();
  });

  it('lints, compares and reads usage of files that are handed in', async () => {
    const { call } = await connected();
    const robots = 'User-agent: *\nDisalow: /a\nContent-Signal: ai-train=no\n';
    expect((await call('robots_lint', { robots })).structuredContent).toMatchObject({
      evidence: { outcome: 'handed-in' },
      findings: expect.arrayContaining([expect.objectContaining({ code: 'misspelt-record', line: 2 })]),
    });
    const after = 'User-agent: *\nDisallow: /a\n';
    expect((await call('robots_diff', { before: robots, after })).structuredContent).toMatchObject({
      changesVerdicts: true,
      crawlers: [{ regions: [{ direction: 'closed', witness: '/a' }] }],
    });
    const usage = await call('robots_usage', { url: '/a', crawler: 'FooBot', robots });
    expect(usage.structuredContent).toMatchObject({
      results: [{ allowed: true, usage: { uses: { 'ai-training': { preference: 'disallow' } } } }],
    });
    const headers = { 'content-usage': 'search=n' };
    const withHeaders = await call('robots_usage', { url: '/a', crawler: 'FooBot', robots, headers });
    expect(withHeaders.structuredContent).toMatchObject({
      results: [
        {
          usage: {
            uses: { search: { preference: 'disallow' }, 'ai-training': { preference: 'disallow' } },
          },
        },
      ],
    });
    const explained = await call('robots_explain', { url: '/a', crawler: 'FooBot', robots: after });
    expect(explained.structuredContent).toMatchObject({
      results: [{ allowed: false, verdict: { rule: { line: 2 }, candidates: [{ line: 2 }] } }],
    });
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

  it('names the code of an error of the whole call, and refuses members that it does not know', async () => {
    const { call } = await connected({ limits: { maxUrls: 1 } });
    const urls = ['https://a.example/', 'https://b.example/'];
    for (const [name, input, message] of [
      ['robots_check', { urls, crawler: 'FooBot' }, 'urls: Expected at most 1 in the list, got 2'],
      [
        'robots_check',
        { urls: ['https://a.example/'], crawler: 'FooBot', robots: '' },
        'robots: Unknown member',
      ],
      [
        'robots_explain',
        { url: '/a', crawler: [], robots: '' },
        'crawler: Expected at least 1 in the list, got 0',
      ],
      ['robots_lint', {}, 'Expected a robots.txt, or the URL of a site'],
      ['robots_lint', { robots: '', robotsBase64: '' }, 'Expected either "robots" or "robotsBase64"'],
    ] as const) {
      const answered = await call(name, input);
      expect(answered).toMatchObject({
        isError: true,
        content: [{ text: message }],
        structuredContent: { error: { code: 'invalid-request', message } },
      });
    }
  });
});
