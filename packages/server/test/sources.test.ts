/** Tests `GET /v1/audit` and `GET /v1/watch`, which read sources that the operator provides. */
import { buildOnce } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AuditSource, WatchSource } from '../src/index.ts';
import { endServers, serve } from './serving.ts';

beforeAll(buildOnce);
afterEach(endServers);

const event = {
  event: 'changed',
  origin: 'https://example.com',
  at: '2026-11-10T00:00:00.000Z',
  outcome: 'rules',
  version: '2026-11-10T00-00-00Z',
  digest: 'ab'.repeat(32),
  octets: 5,
  headers: { etag: '"a"' },
};

function watchOf(closed: string[] = []): WatchSource {
  return {
    origins: ['https://example.com'],
    events: async (limit) => [event, event].slice(0, limit),
    feed: async () => '<feed/>',
    close: async () => void closed.push('watch'),
  };
}

function auditOf(lines: () => AsyncIterable<string>, closed: string[] = []): AuditSource {
  return {
    report: async () => JSON.stringify({ classes: {} }),
    hits: lines,
    close: async () => void closed.push('audit'),
  };
}

async function* none(): AsyncGenerator<string> {}

describe('GET /v1/watch', () => {
  it('gives events, as many as are wanted, and closes what it was given', async () => {
    const closed: string[] = [];
    const server = await serve({ watch: () => watchOf(closed) });
    expect((await server.get('/v1/watch?limit=1')).json).toEqual({
      origins: ['https://example.com'],
      events: [event],
    });
    expect((await server.get('/v1/watch?limit=0')).status).toBe(400);
    expect((await server.get('/v1/watch?format=rss')).status).toBe(400);
    await endServers();
    expect(closed).toEqual(['watch']);
  });

  it('gives the feed to who wants it', async () => {
    const server = await serve({ watch: () => watchOf() });
    for (const [path, accept] of [
      ['/v1/watch', 'application/atom+xml'],
      ['/v1/watch?format=atom', '*/*'],
    ] as const) {
      const response = await fetch(server.url + path, { headers: { accept } });
      expect(response.headers.get('content-type')).toBe('application/atom+xml;charset=utf-8');
      expect(await response.text()).toBe('<feed/>');
    }
  });
});

describe('GET /v1/audit', () => {
  const ndjson = { accept: 'application/x-ndjson' };

  it('streams judged requests while they are found', async () => {
    let more = (): void => {};
    const held = new Promise<void>((resolve) => {
      more = resolve;
    });
    async function* lines(): AsyncGenerator<string> {
      yield '{"line":1}\n';
      await held;
      yield '{"line":2}\n';
    }
    const server = await serve({ audit: auditOf(lines) });
    const response = await fetch(`${server.url}/v1/audit`, { headers: ndjson });
    const reader = (response.body as ReadableStream<Uint8Array>)
      .pipeThrough(new TextDecoderStream())
      .getReader();
    // The first line arrives before the second is produced.
    expect((await reader.read()).value).toBe('{"line":1}\n');
    more();
    expect((await reader.read()).value).toBe('{"line":2}\n');
    expect((await reader.read()).done).toBe(true);
  });

  it('ends the reading when nobody listens any more', async () => {
    let ended = (): void => {};
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    async function* lines(): AsyncGenerator<string> {
      try {
        for (;;) yield `${'x'.repeat(65_536)}\n`;
      } finally {
        ended();
      }
    }
    const server = await serve({ audit: auditOf(lines) });
    const leaving = new AbortController();
    const response = await fetch(`${server.url}/v1/audit`, { headers: ndjson, signal: leaving.signal });
    expect(response.status).toBe(200);
    leaving.abort();
    await end;
  });

  it('says by its status that an audit cannot begin, and gives back what it took', async () => {
    const broken: AuditSource = {
      ...auditOf(none),
      report: () => Promise.reject(new Error('no log')),
      // biome-ignore lint/correctness/useYield: it fails before the first line.
      async *hits() {
        throw new Error('no log');
      },
    };
    const server = await serve({ audit: broken, limits: { maxStreams: 1, maxStreamsPerClient: 1 } });
    for (let time = 0; time < 3; time++) {
      expect((await fetch(`${server.url}/v1/audit`, { headers: ndjson })).status).toBe(500);
      expect((await fetch(`${server.url}/v1/audit`)).status).toBe(500);
    }
  });

  it('has as many streams as one client may have, and each ends', async () => {
    const server = await serve({ audit: auditOf(none), limits: { maxStreams: 1, maxStreamsPerClient: 1 } });
    for (let time = 0; time < 3; time++) {
      const response = await fetch(`${server.url}/v1/audit`, { headers: ndjson });
      expect([response.status, await response.text()]).toEqual([200, '']);
    }
  });
});

describe('a service that watches nothing and has no logs', () => {
  it.each(['/v1/watch', '/v1/audit'])('has no %s', async (path) => {
    const { status, json } = await (await serve()).get(path);
    expect([status, json.type]).toEqual([404, '/docs#not-found']);
    expect(json.detail).toMatch(/started without/);
  });
});
