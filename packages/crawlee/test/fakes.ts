/** A client with scripted decisions, a queue like Crawlee's, and a settable clock. */
import type { Decision } from '@robots-exclusion/client';
import type { CrawleeRequest, GuardClient } from '@robots-exclusion/crawlee';

export const start: number = Date.UTC(2026, 0, 1);

export interface FakeClient extends GuardClient {
  /** Decisions by the path of the URL; `fetch` by default. */
  answers: Map<string, Partial<Decision>>;
  /** Seconds between two consecutive instants that are reserved at an origin. */
  delaySeconds: number;
  reserved: string[];
  checked: string[];
  isClosed: boolean;
}

export function fakeClient(clock: { now(): number }): FakeClient {
  const nextAt = new Map<string, number>();
  const client: FakeClient = {
    productTokens: ['FooBot'],
    answers: new Map(),
    delaySeconds: 0,
    reserved: [],
    checked: [],
    isClosed: false,
    async check(given) {
      if (client.isClosed) throw new TypeError('closed');
      const url = new URL(given);
      client.checked.push(url.href);
      const said = client.answers.get(url.pathname) ?? client.answers.get(url.hostname) ?? {};
      const action = said.action ?? 'fetch';
      return {
        url: url.href,
        allowed: action === 'fetch',
        action,
        outcome: 'rules',
        robotsUrl: `${url.origin}/robots.txt`,
        policyRow: 'rfc9309/2xx',
        ...said,
      } as Decision;
    },
    async reserve(given) {
      const { origin, href } = new URL(given);
      client.reserved.push(href);
      const at = Math.max(clock.now(), nextAt.get(origin) ?? 0);
      nextAt.set(origin, at + client.delaySeconds * 1000);
      return { at };
    },
    async robots(given) {
      const { origin, href } = new URL(given);
      return {
        url: href,
        origin,
        robotsUrl: `${origin}/robots.txt`,
        outcome: 'rules',
        policyRow: 'rfc9309/2xx',
        body: new TextEncoder().encode(
          'User-agent: foobot\nDisallow: /foo\nCrawl-delay: 3\n\nUser-agent: *\nDisallow: /all\nSitemap: /map.xml\nSitemap: https://other.example/map.xml\n',
        ),
      };
    },
  };
  return client;
}

/** A queue that hands out requests, and takes them back. */
export class FakeQueue {
  readonly waiting: CrawleeRequest[] = [];
  readonly lent: Set<CrawleeRequest> = new Set();
  readonly handled: CrawleeRequest[] = [];
  name = 'fake';

  constructor(...urls: string[]) {
    for (const url of urls) this.waiting.push({ url });
  }

  async fetchNextRequest(): Promise<CrawleeRequest | null> {
    const request = this.waiting.shift();
    if (request) this.lent.add(request);
    return request ?? null;
  }

  async markRequestHandled(request: CrawleeRequest): Promise<void> {
    this.lent.delete(request);
    this.handled.push(request);
  }

  async reclaimRequest(request: CrawleeRequest): Promise<void> {
    this.lent.delete(request);
    this.waiting.push(request);
  }

  async isEmpty(): Promise<boolean> {
    return this.waiting.length === 0;
  }

  async isFinished(): Promise<boolean> {
    return this.waiting.length === 0 && this.lent.size === 0;
  }
}
