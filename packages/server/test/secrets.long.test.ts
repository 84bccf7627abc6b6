/**
 * Tests the promise in SECURITY.md that user information in URLs never leaves the service in answers, problems, stream
 * lines or the log. Repeats each example request of each route, with such a URL in place of each string and each member
 * name.
 */
import { createRobotsMcp } from '@robots-exclusion/mcp';
import { buildOnce } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { exampleBodies } from './example-bodies.ts';
import { endServers, serve } from './serving.ts';

beforeAll(buildOnce);
afterEach(endServers);

const SECRET = 'seCret';
const URLS = ['https://', 'redis://', '//', ''].map((before) => `${before}me:${SECRET}@127.0.0.1:9/a?b`);

/** Yields copies of the value. In each copy, `secret` replaces one string or is the name of an added member. */
function* variants(value: unknown, secret: string): Generator<unknown> {
  if (typeof value === 'string') yield secret;
  else if (Array.isArray(value)) {
    for (const [at, one] of value.entries())
      for (const other of variants(one, secret)) yield value.with(at, other);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      for (const other of variants(one, secret)) yield { ...value, [name]: other };
    }
    yield { ...value, [secret]: 1 };
  }
}

const robots = 'User-agent: *\nDisallow: /a\n';
it('of no URL that a client sends, whatever the route and the place', async () => {
  const logged: string[] = [];
  const note = (...parts: unknown[]): void =>
    void logged.push(parts.map((part) => JSON.stringify(part)).join());
  const server = await serve({
    rate: { perSecond: 1e6, burst: 1e6 },
    limits: { cpuMsPerSecond: 1e6, cpuBurstMs: 1e6 },
    logger: { debug: note, info: note, warn: note, error: note },
    agentDoor: createRobotsMcp,
    // So each path without a route is logged as a failed request.
    assets: {
      find: () => {
        throw new Error('a defect');
      },
    },
  });
  const description = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
  };
  const posts = Object.entries(description.paths).filter(([, methods]) => 'post' in methods);
  expect(
    posts.map(([path]) => path).filter((path) => path.startsWith('/v1/') && !(path in exampleBodies)),
  ).toEqual([]);

  let asked = 0;
  const leaks: string[] = [];
  const ask = async (path: string, init: RequestInit): Promise<void> => {
    const response = await fetch(server.url + path, init);
    const text = await response.text();
    asked += 1;
    expect(response.status).not.toBe(429);
    const answer = `${response.status} ${[...response.headers].join()} ${text}`;
    if (answer.includes(SECRET)) leaks.push(`${path} ${String(init.body)}: ${answer}`);
  };
  for (const [path, example] of Object.entries(exampleBodies)) {
    const { status, json } = await server.post(path, example);
    expect([path, status, json.errors]).toEqual([path, 200, undefined]);
  }
  for (const secret of URLS) {
    for (const [path, example] of Object.entries(exampleBodies)) {
      for (const body of variants(example, secret)) {
        const text = JSON.stringify(body);
        for (const type of ['application/json', 'application/x-ndjson']) {
          await ask(path, { method: 'POST', headers: { 'content-type': type }, body: `${text}\n` });
        }
      }
    }
    for (const [path, methods] of Object.entries(description.paths)) {
      const queries = (methods['get']?.parameters ?? []).filter((parameter) => parameter.in === 'query');
      for (const { name } of [...queries, { name: 'unknown' }]) {
        await ask(`${path}?${name}=${encodeURIComponent(secret)}`, {});
      }
    }
    // After a single slash, `me:password@host` is part of the path.
    if (secret.includes('//')) await ask(`/${secret}`, {});
    await ask(`/v1/robots?${encodeURIComponent(secret)}`, {});
    await ask('/v1/check', { method: 'POST', headers: { 'content-type': secret }, body: '{}' });
    await ask('/v1/check', { method: 'POST', headers: { 'content-type': 'application/json' }, body: secret });
    await ask('/healthz', {
      headers: { 'user-agent': secret, referer: secret, origin: secret, 'x-request-id': secret },
    });
    for (const [tool, example] of Object.entries({
      robots_check: { urls: ['https://a.example/'], crawler: 'FooBot' },
      robots_explain: { url: 'https://a.example/', crawler: 'FooBot' },
      robots_usage: { url: 'https://a.example/', crawler: 'FooBot' },
      robots_preflight: { url: 'https://a.example/', crawler: 'FooBot' },
      robots_lint: { robots, url: 'https://a.example/' },
      robots_diff: { old: robots, new: robots, url: 'https://a.example/' },
    })) {
      for (const args of [...variants(example, secret)]) {
        const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } };
        await ask('/v1/mcp', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-protocol-version': '2025-06-18',
          },
          body: JSON.stringify(body),
        });
      }
    }
  }
  expect(leaks).toEqual([]);
  expect(asked).toBeGreaterThan(200);
  expect(logged.filter((line) => line.includes(SECRET))).toEqual([]);
  expect(logged.filter((line) => line.includes('a request failed'))).not.toEqual([]);
});
