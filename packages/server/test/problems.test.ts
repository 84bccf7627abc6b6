/** Tests every possible error in a request, and its message. */
import { problemKinds } from '@robots-exclusion/server';
import { buildOnce } from '@robots-exclusion/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commonServer, endCommonServer, endServers, serve, type TestServer } from './serving.ts';

beforeAll(buildOnce);
afterEach(endServers);
afterAll(endCommonServer);

const good = { robots: 'User-agent: *\nDisallow: /x\n', urls: ['/x'] };

describe('a request that is not as described is refused with the path of what is wrong', () => {
  const cases: [name: string, path: string, body: unknown, at: string][] = [
    ['too many urls', '/v1/evaluate', { ...good, urls: Array.from({ length: 10_001 }, () => '/') }, 'urls'],
    ['too long a URL', '/v1/evaluate', { ...good, urls: [`/${'a'.repeat(9000)}`] }, 'urls[0]'],
    [
      'too many questions',
      '/v1/evaluate',
      { ...good, urls: Array(5000).fill('/'), agents: Array(50).fill('A') },
      'urls',
    ],
    ['a field of a number', '/v1/evaluate', { ...good, headers: { link: [1] } }, 'headers.link'],
  ];
  it.each(cases)('%s', async (_, path, body, at) => {
    const server = await commonServer();
    const { status, type, json } = await server.post(path, body);
    expect([status, type]).toEqual([400, 'application/problem+json']);
    expect(json).toMatchObject({ type: '/docs#invalid-request', status: 400, requestId: expect.any(String) });
    expect(json.errors.map(({ path: where }: { path: string }) => where)).toContain(at);
    for (const { message } of json.errors) expect(message).not.toBe('Invalid input');
  });
});

describe('a body that cannot be read', () => {
  it('has too many octets', async () => {
    const server = await commonServer();
    const answer = await server.post('/v1/evaluate', `"${'a'.repeat(5_000_000)}"`);
    expect([answer.status, answer.json.type]).toEqual([413, '/docs#content-too-large']);
  });

  it('counts a body whose length is not stated', async () => {
    const server = await serve({ limits: { maxRequestBytes: 10_000 } });
    const send = (octets: number) =>
      chunked(server, JSON.stringify({ robots: 'a'.repeat(octets), urls: ['/'] }));
    expect((await send(1000)).status).toBe(200);
    expect((await send(20_000)).status).toBe(413);
  });
});

function chunked(server: TestServer, text: string): Promise<Response> {
  const body = new Blob([text]).stream();
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' };
  return fetch(`${server.url}/v1/evaluate`, init as RequestInit);
}

describe('limits', () => {
  it('tells a client that asks too often when to come back', async () => {
    const server = await serve({ rate: { perSecond: 0.001, burst: 3 } });
    const answers = await Promise.all(Array.from({ length: 6 }, () => server.post('/v1/evaluate', good)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.json.type).toBe('/docs#rate-limited');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await server.get('/healthz')).status).toBe(200);
  });

  it('counts by what a proxy says only where that is configured', async () => {
    const rate = { perSecond: 0.001, burst: 1 };
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const alone = await serve({ rate });
    await alone.post('/v1/evaluate', good, from('198.51.100.1'));
    expect((await alone.post('/v1/evaluate', good, from('198.51.100.2'))).status).toBe(429);
    const behind = await serve({ rate, trustedProxies: 1 });
    await behind.post('/v1/evaluate', good, from('198.51.100.1'));
    expect((await behind.post('/v1/evaluate', good, from('198.51.100.2'))).status).toBe(200);
    // A client can put anything at the front of the field; only the part that the proxy appended counts.
    expect((await behind.post('/v1/evaluate', good, from('192.0.2.9, 198.51.100.2'))).status).toBe(429);
  });

  it('refuses answers that are too large', async () => {
    const server = await serve({ limits: { maxAnswerBytes: 1000 } });
    const { status, json } = await server.post('/v1/evaluate', { ...good, urls: Array(100).fill('/x') });
    expect([status, json.type]).toEqual([422, '/docs#answer-too-large']);
  });

  it('does not let a large answer through by many small parts', async () => {
    const server = await serve({ limits: { maxAnswerBytes: 1000 } });
    const urls = Array.from({ length: 20 }, (_, index) => `http://10.0.0.${index}/`);
    expect((await server.post('/v1/check', { urls })).status).toBe(422);
  });
});

describe('what goes out', () => {
  it('has a type for each problem that the documentation explains', async () => {
    const server = await commonServer();
    const { text } = await server.get('/docs');
    for (const name of Object.keys(problemKinds)) expect(text).toContain(`id="${name}"`);
  });

  it('shows a question for every route that takes one, and answers it', async () => {
    const server = await commonServer();
    const { text } = await server.get('/docs');
    const shown = text.replaceAll('&quot;', '"').replaceAll('&#39;', "'");
    const asked = [
      ...shown.matchAll(/<pre>curl -s http:\/\/127\.0\.0\.1:9309(\S+) -H .*\n {2}-d '(.*)'<\/pre>/g),
    ];
    expect(asked.map(([, path]) => path).sort()).toEqual(
      [
        'agents',
        'ai-access',
        'audit',
        'check',
        'diff',
        'evaluate',
        'lint',
        'reach',
        'readings',
        'reserve',
        'usage',
      ].map((name) => `/v1/${name}`),
    );
    for (const [, path, body] of asked) {
      expect((await server.post(path as string, body)).status, path).toBe(200);
    }
  });

  it('carries the request id that came, if it is one', async () => {
    const server = await commonServer();
    expect((await server.get('/healthz', { 'x-request-id': 'abc-1' })).headers.get('x-request-id')).toBe(
      'abc-1',
    );
    const other = (await server.get('/healthz', { 'x-request-id': '"><script>' })).headers.get(
      'x-request-id',
    );
    expect(other).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9]+$/);
  });

  it('is data that no browser runs or guesses at', async () => {
    const server = await commonServer();
    for (const { headers } of [
      await server.get('/healthz'),
      await server.get('/nowhere'),
      await server.post('/v1/evaluate', good),
    ]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  it('tells nothing of the inside when the service fails', async () => {
    const logged: unknown[] = [];
    const keep = (facts: object) => logged.push(facts);
    const logger = { debug() {}, info() {}, warn() {}, error: keep };
    const broken = {
      schemes: ['http'],
      enforcesAddressPolicy: true,
      send: () => Promise.resolve({}) as never,
    };
    const clock = {
      now: (): number => {
        throw new Error('secret path /home/x');
      },
    };
    const server = await serve({ logger, transports: [broken], clock });
    const { status, text } = await server.post('/v1/check', { urls: ['http://a.example/'] });
    expect(status).toBe(500);
    expect(text).not.toMatch(/secret|\bat\b.*:\d+|node_modules|\.ts/);
    expect(JSON.stringify(logged)).toContain('requestId');
  });
});

describe('JSON that is not UTF-8 (RFC 8259 §8.1)', () => {
  const octets = (text: string) => Buffer.from(text, 'latin1');
  const send = (server: TestServer, body: Buffer, type = 'application/json') =>
    fetch(`${server.url}/v1/evaluate`, { method: 'POST', headers: { 'content-type': type }, body });
  // If U+FFFD replaced the octet, the rule would differ, and /caf%E9 would be allowed.
  const latin1 = octets('{"robots":"User-agent: *\\nDisallow: /caf\xe9\\n","urls":["/caf%E9"]}');

  it.each([
    ['Latin-1', latin1],
    ['a surrogate in UTF-8', octets('{"robots":"\xed\xa0\x80","urls":["/"]}')],
    ['an overlong slash', octets('{"robots":"","urls":["\xc0\xaf"]}')],
    ['a character that breaks off', octets('{"robots":"","urls":["/"]}\xe2\x82')],
    ['UTF-16', Buffer.from('{"robots":"","urls":["/"]}', 'utf16le')],
  ])('is refused: %s', async (_, body) => {
    const server = await commonServer();
    const response = await send(server, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ type: '/docs#malformed-json' });
  });

  it('is refused in its line of a stream, and the stream goes on', async () => {
    const server = await commonServer();
    const line = Buffer.from(`${JSON.stringify({ id: 2, ...good })}\n`);
    const bad = Buffer.concat([octets('{"id":1,'), latin1.subarray(1), octets('\n')]);
    const text = await (await send(server, Buffer.concat([bad, line]), 'application/x-ndjson')).text();
    const [first, second] = text
      .trim()
      .split('\n')
      .map((answer) => JSON.parse(answer));
    expect(first).toMatchObject({ id: 1, line: 1, error: { type: '/docs#malformed-json' } });
    expect(second).toMatchObject({ id: 2, results: [{ allowed: false }] });
  });

  it('may begin with a byte order mark', async () => {
    const server = await commonServer();
    const body = Buffer.concat([octets('\xef\xbb\xbf'), Buffer.from(JSON.stringify(good))]);
    expect((await send(server, body)).status).toBe(200);
  });
});
