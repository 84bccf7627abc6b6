/** The service as a door: with a file in the request. */
import { type RunningServer, type ServerOptions, startServer } from '@robots-exclusion/server/node';
import type { Door, DoorAnswer } from '@robots-exclusion/testkit';
import type { CrawlerDescription } from 'robots-exclusion/agents';
import { ORIGIN, ofRegistry, usesOf } from './answers.ts';

interface Result {
  allowed: boolean;
  verdict?: { because: string; rule?: { line: number } };
  crawler: CrawlerDescription;
  usage?: {
    preferences: unknown;
    uses: Readonly<Record<string, { readonly preference: string }>>;
  };
}

/** Starts a service that may fetch from loopback. */
export function startService(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  return startServer({
    userAgent: 'TestBot/1.0',
    port: 0,
    rate: 'unlimited',
    processMetrics: false,
    addressPolicy: { allow: 'any' },
    // These questions are cheap, but a busy machine is slow.
    limits: { workDeadlineMs: 600_000, requestTimeoutMs: 600_000 },
    connections: { graceMs: 1000, keepAliveTimeoutMs: 600_000, idleTimeoutMs: 600_000 },
    ...options,
  });
}

/** `POST /v1/evaluate`. */
export function evaluate(server: RunningServer): Door {
  return {
    name: '/v1/evaluate',
    takes: ({ status }) => status === 200,
    async ask({ robots, headers, tdmrep, agents, paths, literal, dialect }): Promise<readonly DoorAnswer[]> {
      const urls = paths.map((path) => `${ORIGIN}${path}`);
      const question = { robots, headers, tdmrep, urls, agents, literal, dialect, usage: true };
      const decisions = await post(`${server.url}/v1/evaluate`, question);
      return decisions.map(({ allowed, verdict, crawler, usage }) => ({
        allowed,
        because: verdict?.because,
        line: verdict?.rule?.line,
        crawler: ofRegistry(crawler),
        preferences: usage?.preferences,
        uses: usage && usesOf(usage.uses),
      }));
    },
  };
}

async function post(url: string, body: object): Promise<readonly Result[]> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`);
  return (JSON.parse(text) as { results: Result[] }).results;
}
