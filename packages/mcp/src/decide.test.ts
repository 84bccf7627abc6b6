/**
 * Tests decisions about URLs. The robots.txt of each URL's own site decides, in this thread or a worker thread, and the
 * results keep the order of the input.
 */
import { OperationError } from '@robots-exclusion/operations';
import type { CheckAsked } from '@robots-exclusion/operations/check';
import type { EvaluateAsked } from '@robots-exclusion/operations/evaluate';
import { resolveCrawler } from 'robots-exclusion/agents';
import { describe, expect, it } from 'vitest';
import { checked, decided } from './decide.ts';
import { FetchLimitError } from './fetch-budget.ts';
import type { Call } from './services.ts';

const ROBOTS = 'User-agent: FooBot\nDisallow: /a\n';
const ASKED: CheckAsked = {
  ...{ dialect: 'rfc9309', maxCandidates: 20 },
  crawlers: ['FooBot', 'BarBot'].map((name) => resolveCrawler(name)),
};
/** Costs are bounded only for the dialect `rfc9309`, so a worker thread evaluates this query. */
const DEAR: CheckAsked = { ...ASKED, dialect: 'google' };

type Run = (asked: EvaluateAsked) => unknown;

/** A call in which all sites have the same file. It records the requests to its client and to its threads. */
function callOf({ fail = undefined as unknown, run = (() => []) as Run } = {}) {
  const fetched: [string, { signal: AbortSignal; beforeFetch: () => Promise<() => void> }][] = [];
  const worked: unknown[][] = [];
  const told: number[][] = [];
  const client = {
    robots: async (...question: (typeof fetched)[number]) => {
      fetched.push(question);
      if (fail !== undefined) throw fail;
      return { outcome: 'rules', policyRow: 'status/200', body: new TextEncoder().encode(ROBOTS) };
    },
  };
  const work = {
    run: async (...order: [string, { name: string; asked: EvaluateAsked }, AbortSignal]) => {
      worked.push([order[0], order[1].name, order[2]]);
      return run(order[1].asked);
    },
  };
  const services = { client, work, limits: { maxRobotsBytes: 512_000 }, now: () => 5, takeFetch: () => {} };
  const progress = async (...step: number[]): Promise<void> => void told.push(step);
  const call = { services, signal: new AbortController().signal, progress } as unknown as Call;
  return { call, fetched, worked, told };
}

const summaryOf = (answers: readonly object[]) =>
  answers.map((answer) => {
    const { url, error, allowed } = answer as { url: string; error?: { code: string }; allowed?: boolean };
    return [url, error?.code ?? allowed];
  });

describe('decisions of a call', () => {
  it('come for each URL and crawler in their order, with one request for each site', async () => {
    const { call, fetched, worked, told } = callOf();
    const urls = ['https://a.example/a', 'nowhere', 'https://b.example/b', 'https://a.example/c'];
    expect(summaryOf(await checked(urls, ASKED, call))).toEqual([
      [urls[0], false],
      [urls[0], true],
      [urls[1], 'invalid-url'],
      [urls[2], true],
      [urls[2], true],
      [urls[3], true],
      [urls[3], true],
    ]);
    expect(fetched.map(([url]) => url).sort()).toEqual([urls[0], urls[2]]);
    for (const [, { signal }] of fetched) expect(signal).toBe(call.signal);
    expect(worked).toEqual([]);
    expect(told.at(-1)).toEqual([4, 4]);
  });

  it('of threads go to their own URLs, even if one of them failed', async () => {
    const urls = ['https://a.example/1', 'https://a.example/2', 'https://b.example/', 'https://a.example/3'];
    const failed = (url: string) => ({ url, error: { code: 'invalid-url', message: 'm' } });
    const { call, worked } = callOf({
      run: (asked) =>
        asked.urls.flatMap((url): object[] =>
          url.endsWith('2')
            ? [failed(url)]
            : [
                { url, allowed: true },
                { url, allowed: false },
              ],
        ),
    });
    expect(summaryOf(await checked(urls, DEAR, call))).toEqual([
      [urls[0], true],
      [urls[0], false],
      [urls[1], 'invalid-url'],
      [urls[2], true],
      [urls[2], false],
      [urls[3], true],
      [urls[3], false],
    ]);
    expect(worked).toEqual([1, 2].map(() => ['operation', 'evaluate', call.signal]));
  });

  it('of a site whose rules are too expensive are tried URL by URL; another fault ends the call', async () => {
    const urls = ['https://a.example/1', 'https://a.example/2'];
    const fault = (code: 'too-expensive' | 'overloaded') => (asked: EvaluateAsked) => {
      if (asked.urls.includes(urls[1] as string)) throw new OperationError(code);
      return asked.urls.flatMap((url) => asked.crawlers.map(() => ({ url, allowed: true })));
    };
    expect(summaryOf(await checked(urls, DEAR, callOf({ run: fault('too-expensive') }).call))).toEqual([
      [urls[0], true],
      [urls[0], true],
      [urls[1], 'too-expensive'],
    ]);
    const overloaded = callOf({ run: fault('overloaded') });
    await expect(checked(urls, DEAR, overloaded.call)).rejects.toMatchObject({ code: 'overloaded' });
    expect(overloaded.worked).toHaveLength(1);
    const defect = callOf({
      run: () => {
        throw Object.assign(new Error('a defect'), { code: 'too-expensive' });
      },
    });
    await expect(checked(urls, DEAR, defect.call)).rejects.toThrow('a defect');
  });

  it('are absent above the limit of fetches, with the time to ask again; another fault ends the call', async () => {
    const urls = ['https://a.example/1', 'https://a.example/2'];
    const limited = await checked(urls, ASKED, callOf({ fail: new FetchLimitError(60_000) }).call);
    expect(limited).toMatchObject(
      urls.map((url) => ({ url, error: { code: 'fetch-limit', retryAt: '1970-01-01T00:01:00.000Z' } })),
    );
    expect(limited).toHaveLength(2);
    const fault = new Error('a defect');
    await expect(checked(urls, ASKED, callOf({ fail: fault }).call)).rejects.toBe(fault);
  });
});

describe('decisions by a file that is there', () => {
  it('are made in this thread if they are cheap whatever the file says, and otherwise in another', async () => {
    const robots = { body: ROBOTS, maxBytes: 512_000 };
    const given = [{ url: '/a', allowed: true }];
    const { call, worked } = callOf({ run: () => given });
    const urls = ['/a'];
    expect(summaryOf(await decided({ ...ASKED, urls, robots }, call))).toEqual([
      ['/a', false],
      ['/a', true],
    ]);
    expect(worked).toEqual([]);
    expect(await decided({ ...DEAR, urls, robots }, call)).toBe(given);
    const long = { ...robots, body: `${ROBOTS}${'Disallow: /*a*b\n'.repeat(4000)}` };
    expect(await decided({ ...ASKED, urls, robots: long }, call)).toBe(given);
    expect(worked).toEqual([1, 2].map(() => ['operation', 'evaluate', call.signal]));
  });
});
