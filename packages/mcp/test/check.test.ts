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

/** The action, or the error if there is no decision. */
function stepOf({ action, error }: Record<string, unknown>): unknown {
  return action ?? (error as { code: string }).code;
}

describe('robots_check', () => {
  it('answers each URL in order, a bad one too', async () => {
    const site = await siteOf({ '/robots.txt': RULES });
    const urls = [
      `${site.origin}/private`,
      'nonsense',
      `${site.origin}/`,
      'mailto:a@example.com',
      `${site.origin}/`,
    ];
    const { call } = await connected();
    const decisions = decisionsOf(await call('robots_check', { urls, crawler: 'FooBot' }));
    expect(decisions.map(({ url, action, error }) => [url, stepOf({ action, error })])).toEqual([
      [urls[0], 'skip'],
      [urls[1], 'invalid-url'],
      [urls[2], 'fetch'],
      [urls[3], 'skip'],
      [urls[4], 'fetch'],
    ]);
    expect(decisions[0]).toMatchObject({ verdict: { rule: { line: 2, text: 'Disallow: /private' } } });
    expect(site.requests).toHaveLength(1);
  });

  it('names the Crawl-delay, and the statement that decides, in its short text', async () => {
    const site = await siteOf({
      '/robots.txt':
        'User-agent: *\nCrawl-delay: 7\nContent-Usage: train-ai=y\nContent-Signal: ai-train=no\nAllow: /\n',
    });
    const { call } = await connected();
    const ask = async (more: object): Promise<string> => {
      const answer = await call('robots_check', { urls: [`${site.origin}/`], crawler: 'FooBot', ...more });
      return (answer.content as unknown as [{ text: string }])[0].text;
    };
    expect(await ask({})).toContain('Crawl-delay: 7 s between requests to the site');
    const skipped = await ask({ use: 'ai-training' });
    expect(skipped).toContain('line 4 disallows the use ai-training');
    expect(skipped).toContain('site text: "Content-Signal: ai-train=no"');
  });

  it.each(['max-age=0', 'no-store', 'max-age=3600'])(
    'skips what the site disallows for the use, whatever its lifetime: %s',
    async (cacheControl) => {
      const site = await siteOf({
        '/robots.txt': { headers: { 'cache-control': cacheControl }, body: RULES },
      });
      const { call } = await connected();
      const urls = [`${site.origin}/open`];
      for (const use of ['ai-training', 'train-ai', 'ai-train']) {
        expect(decisionsOf(await call('robots_check', { urls, crawler: 'FooBot', use }))).toMatchObject([
          { action: 'skip', allowed: false, use: { name: 'ai-training', preference: 'disallow' } },
        ]);
      }
      expect(
        decisionsOf(await call('robots_check', { urls, crawler: 'FooBot', use: 'search' })),
      ).toMatchObject([{ action: 'fetch', allowed: true, use: { name: 'search', preference: 'unknown' } }]);
    },
  );

  it('resolves names that the registry knows, and says so; literal asks for the bare token', async () => {
    const site = await siteOf({ '/robots.txt': 'User-agent: Googlebot\nDisallow: /\n' });
    const { call } = await connected();
    const question = { urls: [`${site.origin}/`], crawler: 'Googlebot-Image' };
    expect(decisionsOf(await call('robots_check', question))).toMatchObject([
      { action: 'skip', crawler: { followsGroup: 'Googlebot' } },
    ]);
    expect(decisionsOf(await call('robots_check', { ...question, literal: true }))).toMatchObject([
      { action: 'fetch' },
    ]);
  });

  it('decides nothing where a person asked, and reports what the site says of such fetchers', async () => {
    const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: ChatGPT-User\nAllow: /open\nDisallow: /\n';
    const site = await siteOf({ '/robots.txt': robots });
    const { call } = await connected();
    const url = `${site.origin}/open`;
    const answered = await call('robots_check', { urls: [url], crawler: 'FooBot', userTriggered: true });
    expect(answered.structuredContent).toMatchObject({
      results: [],
      userTriggered: [
        {
          url,
          crawler: { token: 'FooBot', isNamed: false, allowed: false, line: 2 },
          fetchers: [{ token: 'ChatGPT-User', isNamed: true, allowed: true, line: 5 }],
        },
      ],
    });
  });

  it.each([404, 503])('says of no file what it names: %s', async (status) => {
    const site = await siteOf({ '/robots.txt': { status, body: 'User-agent: ChatGPT-User\nDisallow: /\n' } });
    const { call } = await connected();
    const question = { urls: [`${site.origin}/a`], crawler: 'FooBot', userTriggered: true };
    const { content } = await call('robots_check', question);
    const [text] = (content as { text: string }[]).map((part) => part.text);
    expect(text).toContain('nothing decided; no robots.txt was read (');
    expect(text).not.toContain('names 0');
  });

  it('reports to the crawler of the call what its decision would be: by every token, and by its fallback', async () => {
    const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n';
    const site = await siteOf({ '/robots.txt': robots });
    const { call } = await connected();
    for (const [crawler, said] of [
      ['Googlebot-Image', { token: 'Googlebot-Image', isNamed: false, allowed: true, line: 5 }],
      [['FooBot', 'Googlebot'], { token: 'FooBot,Googlebot', isNamed: true, allowed: true, line: 5 }],
    ] as const) {
      const question = { urls: [`${site.origin}/a`], crawler, userTriggered: true };
      const { structuredContent } = await call('robots_check', question);
      expect(structuredContent).toMatchObject({ userTriggered: [{ crawler: said }] });
    }
  });

  it('refuses more URLs than its limit, a crawler without a name, and an unknown use', async () => {
    const { call } = await connected({ limits: { maxUrls: 2 } });
    const urls = ['https://a.example/', 'https://b.example/', 'https://c.example/'];
    for (const input of [
      { urls, crawler: 'FooBot' },
      { urls: [], crawler: 'FooBot' },
      { urls: ['https://a.example/'], crawler: '()' },
      { urls: ['https://a.example/'], crawler: 'FooBot', use: 'world domination' },
    ]) {
      expect(await call('robots_check', input)).toMatchObject({ isError: true });
    }
  });
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

it.each([
  ['robots_check', { urls: ['https://example.com/'] }],
  ['robots_preflight', { url: 'https://example.com/' }],
])('%s says that the crawler is missing, and what to give', async (name, input) => {
  const { call } = await connected();
  const { isError, content } = await call(name, input);
  expect(isError).toBe(true);
  expect(JSON.stringify(content)).toContain('crawler: missing; give a product token such as');
});

it('names the nearest crawlers in the text, too, once for each crawler', async () => {
  const { call } = await connected();
  const robots = 'User-agent: *\nDisallow: /x\n';
  const [explained, readings] = await Promise.all([
    call('robots_explain', { url: '/x', robots, crawler: 'GPTBt' }),
    call('robots_readings', { url: '/x', robots, crawler: 'GPTBt' }),
  ]);
  for (const { content } of [explained, readings]) {
    expect(content[0]?.text?.split('GPTBt is not a known crawler; did you mean GPTBot?')).toHaveLength(2);
  }
  const known = await call('robots_explain', { url: '/x', robots, crawler: 'GPTBot' });
  expect(known.content[0]?.text).not.toContain('did you mean');
});
