/**
 * Tests the report of what a site states about fetchers that act at a person's request. The tool only reports and makes
 * no decision.
 */
import { parse } from 'robots-exclusion';
import { agents, resolveCrawler } from 'robots-exclusion/agents';
import { describe, expect, it } from 'vitest';
import { FetchLimitError } from './fetch-budget.ts';
import type { Call } from './services.ts';
import { userTriggered } from './user-triggered.ts';

const URL = 'https://a.example/open';

interface Asked {
  readonly signal: AbortSignal;
  readonly beforeFetch: () => Promise<() => void>;
}

/** A call to a site that has this file, or no file. It records the requests to its client and to its documents. */
function callOf(robots?: string, found: object | Error = { outcome: 'rules', policyRow: 'status/200' }) {
  const asked: [string, Asked][] = [];
  const taken: number[] = [];
  const client = {
    check: async (...question: (typeof asked)[number]) => {
      asked.push(question);
      if (found instanceof Error) throw found;
      return found;
    },
  };
  const documents = {
    of: async (...question: (typeof asked)[number]) => {
      asked.push(question);
      return robots === undefined ? undefined : parse(robots);
    },
  };
  const services = { client, documents, takeFetch: () => void taken.push(1) };
  const call = { services, signal: new AbortController().signal } as unknown as Call;
  return { asked, call, taken };
}

const crawler = resolveCrawler('FooBot');

describe('the crawler of the call', () => {
  it('is told what the rules of its group say, and whether they name it', async () => {
    const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: foobot\nDisallow: /x\nAllow: /open\n';
    const { call } = callOf(robots);
    expect((await userTriggered(URL, crawler, call)).crawler).toEqual({
      ...{ token: 'FooBot', isNamed: true, allowed: true, line: 6, text: 'Allow: /open' },
    });
    expect((await userTriggered(URL, resolveCrawler('BarBot'), call)).crawler).toEqual({
      ...{ token: 'BarBot', isNamed: false, allowed: false, line: 2, text: 'Disallow: /' },
    });
    expect((await userTriggered('https://a.example/y', crawler, call)).crawler).toEqual({
      ...{ token: 'FooBot', isNamed: true, allowed: true },
    });
    expect((await userTriggered(URL, crawler, callOf('').call)).crawler).toEqual({
      ...{ token: 'FooBot', isNamed: false, allowed: true },
    });
  });

  it.each([
    ['a token that is not known', crawler, { productTokens: ['FooBot'] }],
    ['a bare token', resolveCrawler('GPTBot', { literal: true }), { productTokens: ['GPTBot'] }],
    ['a known crawler', resolveCrawler('GPTBot'), { profile: expect.objectContaining({ token: 'GPTBot' }) }],
  ])('is asked about as %s', async (_, who, named) => {
    const { asked, call, taken } = callOf('');
    await userTriggered(URL, who, call);
    expect(asked).toHaveLength(2);
    for (const [url, { signal, beforeFetch, ...others }] of asked) {
      expect([url, signal, others]).toEqual([URL, call.signal, named]);
      await beforeFetch();
    }
    // Each of the two fetches counts toward the caller's budget.
    expect(taken).toHaveLength(2);
  });
});

describe('fetchers', () => {
  it('are reported that act on a request and that the file names, in any case; no crawlers are', async () => {
    const robots =
      'User-agent: chatgpt-user\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /\n';
    const { operator, source } = agents.find(
      ({ token }) => token === 'ChatGPT-User',
    ) as (typeof agents)[number];
    expect((await userTriggered(URL, crawler, callOf(robots).call)).fetchers).toEqual([
      {
        ...{ token: 'ChatGPT-User', isNamed: true, allowed: false, line: 3, text: 'Disallow: /' },
        ...{ operator, source },
      },
    ]);
  });
});

describe('a report', () => {
  it('says how robots.txt was obtained', async () => {
    const found = { outcome: 'no-rules', policyRow: 'status/404' };
    expect(await userTriggered(URL, crawler, callOf(undefined, found).call)).toEqual({
      ...{ ...found, url: URL, fetchers: [] },
    });
    const robotsUrl = 'https://a.example/robots.txt';
    expect(await userTriggered(URL, crawler, callOf('', { ...found, robotsUrl }).call)).toMatchObject({
      ...{ ...found, robotsUrl, url: URL, fetchers: [] },
    });
  });

  it('is about the URL without its user information, and asks nothing for what is not a URL', async () => {
    const { asked, call } = callOf();
    expect(await userTriggered('https://me:pw@a.example/', crawler, call)).toMatchObject({
      ...{ url: 'https://a.example/' },
    });
    asked.length = 0;
    expect(await userTriggered('nonsense', crawler, call)).toEqual({
      ...{ url: 'nonsense', policyRow: 'invalid-url', fetchers: [] },
    });
    expect(asked).toEqual([]);
  });

  it('says that the limit of fetches is reached; other faults stay what they are', async () => {
    const limited = callOf('', new FetchLimitError(5)).call;
    expect(await userTriggered(URL, crawler, limited)).toEqual({
      ...{ url: URL, policyRow: 'fetch-limit', fetchers: [] },
    });
    const fault = new Error('a defect');
    await expect(userTriggered(URL, crawler, callOf('', fault).call)).rejects.toBe(fault);
  });
});
