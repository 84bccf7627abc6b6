/**
 * Tests that a client pays for what its requests cost, whatever the route and the outcome: the service, in a process of
 * its own, charges at least 80 % of the processor time of its main thread. Linux only: it tells the time of a thread.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRobotsMcp } from '@robots-exclusion/mcp';
import { buildOnce } from '@robots-exclusion/testkit';
import { beforeAll, expect, it } from 'vitest';
import { createShares } from '../src/access/shares.ts';
import { buildApp } from '../src/app.ts';
import { checkedLimits } from '../src/limits.ts';
import { startServices } from '../src/start-services.ts';
import { exampleBodies } from './example-bodies.ts';

beforeAll(buildOnce);

/** The service. Asked by a message, it tells the milliseconds that it charged and that its main thread worked. */
const SERVICE = `
  import { readFileSync } from 'node:fs';
  import { Registry } from 'prom-client';
  import { createRobotsMcp } from '@robots-exclusion/mcp';
  import { startServer } from '@robots-exclusion/server/node';
  const registry = new Registry();
  const limits = { cpuMsPerSecond: 1e6, cpuBurstMs: 1e6 };
  const server = await startServer({
    ...{ userAgent: 'TestBot/1.0', port: 0, rate: 'unlimited', limits, registry },
    ...{ agentDoor: createRobotsMcp, ownerKey: 'x'.repeat(32) },
  });
  const charges = registry.getSingleMetric('robots_client_cpu_seconds_total');
  process.on('message', async () => {
    const worked = Number.parseInt(readFileSync('/proc/self/schedstat', 'latin1'), 10) / 1e6;
    const { values: [{ value }] } = await charges.get();
    process.send([1000 * value, worked]);
  });
  process.once('disconnect', () => process.exit());
  process.send(server.url);
`;

/** Lines of a stream, and requests without a body. */
const [LINES, REQUESTS] = [300, 60];

const URL_REFUSED = 'http://127.0.0.1:1/';
const LONG = 'x'.repeat(8000);
/** The lines of a stream to a route, by its example. */
const lines: Readonly<Record<string, (example: object) => string>> = {
  valid: (example) => JSON.stringify(example),
  invalid: () => '{}',
  'no JSON': () => 'x',
  refused: (example) => JSON.stringify({ ...example, urls: [URL_REFUSED], url: URL_REFUSED }),
  huge: (example) => JSON.stringify({ ...example, agents: new Array(500).fill('x'.repeat(50)) }),
};
const queries: Readonly<Record<string, string>> = {
  valid: '',
  invalid: '?unknown=1',
  refused: `?url=${URL_REFUSED}`,
  huge: `?find=${LONG}&url=${LONG}`,
};
const MCP = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-06-18',
};
const toolCall = (name: string, args: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
const messages: Readonly<Record<string, string>> = {
  valid: toolCall('robots_lint', { robots: 'User-agent: *\nDisallow: /a\n' }),
  invalid: toolCall('robots_lint', {}),
  'no JSON': 'x',
  refused: toolCall('robots_check', { urls: [URL_REFUSED], crawler: 'FooBot' }),
  huge: toolCall('robots_check', { urls: [LONG], crawler: LONG }),
};

/** The requests of each kind to a route: one stream, or many requests one after the other. */
function requestsTo(
  method: string,
  path: string,
): [kind: string, count: number, init: RequestInit, query: string][] {
  const example = exampleBodies[path];
  const kinds = Object.entries(method === 'GET' ? queries : example === undefined ? messages : lines);
  return kinds.map(([kind, given]) => {
    if (typeof given === 'function') {
      const body = `${given(example as object)}\n`.repeat(LINES);
      return [kind, 1, { method, headers: { 'content-type': 'application/x-ndjson' }, body }, ''];
    }
    const isGet = method === 'GET';
    return [kind, REQUESTS, isGet ? { method } : { method, headers: MCP, body: given }, isGet ? given : ''];
  });
}

async function routeTable(): Promise<[method: string, path: string][]> {
  const options = { userAgent: 'TestBot/1.0', agentDoor: createRobotsMcp, ownerKey: 'x'.repeat(32) };
  const limits = checkedLimits({}, 1);
  const services = startServices(options, limits, {
    closing: AbortSignal.abort(),
    ending: { isAnnounced: false, askedAt: 0 },
    shares: createShares(limits),
  });
  const { routes } = buildApp(services);
  await Promise.all([services.agentDoor?.close(), services.pool.close(), services.client.close()]);
  const table = new Map(
    routes.map(({ method, path }) => {
      const one = method === 'ALL' ? 'POST' : method;
      return [`${one} ${path}`, [one, path.replace('*', 'none')] as [string, string]];
    }),
  );
  return [...table.values()];
}

it.skipIf(process.platform !== 'linux')(
  'of requests and lines, valid, invalid, refused and huge, to every route',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', SERVICE], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [url] = (await once(child, 'message')) as [string];
    const times = async (): Promise<[charged: number, worked: number]> => {
      child.send('times');
      return (await once(child, 'message'))[0];
    };
    const shares: Record<string, number> = {};
    for (const [method, path] of await routeTable()) {
      for (const [kind, count, init, query] of requestsTo(method, path)) {
        const [chargedBefore, workedBefore] = await times();
        for (let sent = 0; sent < count; sent++) await (await fetch(url + path + query, init)).arrayBuffer();
        const [charged, worked] = await times();
        shares[`${method} ${path}, ${kind}`] = (charged - chargedBefore) / (worked - workedBefore);
      }
    }
    child.disconnect();
    expect(Object.keys(shares).length).toBeGreaterThan(100);
    expect(Object.entries(shares).filter(([, share]) => share < 0.8)).toEqual([]);
  },
);
