/** Provokes each kind of problem on a running service, and compares the response with `/openapi.json` and `/docs`. */
import { connect } from 'node:net';
import { type ProblemName, problemKinds } from '@robots-exclusion/server';
import { buildOnce } from '@robots-exclusion/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endServers, serve, serveFor, site, type TestServer } from './serving.ts';

beforeAll(buildOnce);
afterEach(endServers);

interface Reported {
  status: number;
  type: string;
  body: string;
}

/** Sends octets unchanged, and reads the first response. */
function raw(server: TestServer, octets: string): Promise<Reported> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.once('error', reject).once('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const type = /^content-type: *(.*)$/im.exec(head)?.[1] ?? '';
      resolve({ status: Number(head.split(' ')[1]), type, body });
    });
    socket.write(octets, 'latin1');
  });
}

const json = 'Content-Type: application/json\r\nConnection: close\r\n';
const post = (fields: string, body: string, length = body.length) =>
  `POST /v1/evaluate HTTP/1.1\r\n${fields}Content-Length: ${length}\r\n\r\n${body}`;
const local = 'Host: localhost\r\n';
const question = JSON.stringify({ robots: '', urls: ['/'] });
const wildcards = `User-agent: *\n${`Disallow: /${'*aaaaaaaaab'.repeat(40)}\n`.repeat(1000)}`;
const expensive = JSON.stringify({
  robots: wildcards,
  urls: Array.from({ length: 300 }, (_, index) => `/${'a'.repeat(8000)}${index}`),
});

/** The request that provokes each kind of problem. */
const provocations: Record<ProblemName, () => Promise<Reported>> = {
  'malformed-json': async () => raw(await serve(), post(local + json, '{"urls":')),
  'invalid-request': async () => raw(await serve(), post(local + json, '{"urls":[]}')),
  'bad-message': async () => raw(await serve(), '\x16\x03\x01\r\n\r\n'),
  'transfer-coding': async () =>
    raw(
      await serve(),
      `POST /v1/lint HTTP/1.1\r\n${local}${json}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    ),
  'origin-not-allowed': async () =>
    raw(await serve(), post(`${local}${json}Origin: https://evil.example\r\n`, question)),
  'header-required': async () =>
    raw(
      await serve({ allowHosts: ['robots.example'] }),
      'GET /v1/robots?url=http://a.example/ HTTP/1.1\r\nHost: robots.example\r\nConnection: close\r\n\r\n',
    ),
  'owner-only': async () => {
    const server = await serve({ ownerKey: 'k'.repeat(22) });
    const origin = JSON.stringify({ origin: 'http://127.0.0.1:1' });
    return raw(server, post(local + json, origin).replace('/v1/evaluate', '/v1/open-origin'));
  },
  'client-busy': async () =>
    raw(await serve({ limits: { maxHeldBytesPerClient: 10 } }), post(local + json, question)),
  'no-sitemap': async () =>
    raw(
      await serve(),
      `GET /v1/sitemap?url=http://127.0.0.1:9/ HTTP/1.1\r\n${local}Connection: close\r\n\r\n`,
    ),
  'not-found': async () => raw(await serve(), `GET /nowhere HTTP/1.1\r\n${local}Connection: close\r\n\r\n`),
  'method-not-allowed': async () =>
    raw(await serve(), `GET /v1/check HTTP/1.1\r\n${local}Connection: close\r\n\r\n`),
  'request-timeout': async () =>
    raw(await serve({ limits: { requestTimeoutMs: 400 } }), post(local + json, '{', 1000)),
  'content-too-large': async () =>
    raw(await serve({ limits: { maxRequestBytes: 100 } }), post(local + json, question.padEnd(200))),
  'unsupported-media-type': async () =>
    raw(await serve(), post(`${local}Content-Type: text/plain\r\nConnection: close\r\n`, question)),
  'host-not-allowed': async () => raw(await serve(), post(`Host: evil.example\r\n${json}`, question)),
  'too-expensive': async () =>
    raw(await serve({ limits: { workDeadlineMs: 1, workers: 1 } }), post(local + json, expensive)),
  'answer-too-large': async () =>
    raw(await serve({ limits: { maxAnswerBytes: 10 } }), post(local + json, question)),
  'rate-limited': async () => {
    const server = await serve({ rate: { perSecond: 0.001, burst: 1 } });
    await raw(server, post(local + json, question));
    return raw(server, post(local + json, question));
  },
  'header-too-large': async () =>
    raw(await serve(), `GET / HTTP/1.1\r\n${local}X-Filler: ${'a'.repeat(40_000)}\r\n\r\n`),
  'expectation-failed': async () => raw(await serve(), post(`${local}${json}Expect: x\r\n`, question)),
  'internal-error': async () => {
    const clock = {
      now: (): number => {
        throw new Error('a defect');
      },
    };
    const check = '{"urls":["http://127.0.0.1/"]}';
    const server = await serve({ clock });
    return raw(server, post(local + json, check).replace('/v1/evaluate', '/v1/check'));
  },
  overloaded: async () => {
    const slow = await site(() => () => {});
    const server = await serveFor([slow], { limits: { maxConcurrentRequests: 1 } });
    const waiting = raw(
      server,
      `GET /v1/robots?url=${slow.origin} HTTP/1.1\r\n${local}Connection: close\r\n\r\n`,
    );
    waiting.catch(() => {});
    await expect.poll(() => slow.requests.length).toBe(1);
    return raw(server, post(local + json, question));
  },
  'shutting-down': async () => {
    const server = await serve({ limits: { workers: 1 } });
    const headers = { 'content-type': 'application/x-ndjson' };
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`${question}\n`)),
    });
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const response = await fetch(`${server.url}/v1/evaluate`, init as RequestInit);
    const text = response.text();
    await server.close();
    const { error } = JSON.parse((await text).trim().split('\n').at(-1) as string);
    return { status: error.status, type: 'application/problem+json', body: JSON.stringify(error) };
  },
};

describe('the problem', () => {
  it.each(Object.keys(problemKinds) as ProblemName[])('%s is answered as it is described', async (name) => {
    const other = await serve();
    const description = await (await fetch(`${other.url}/openapi.json`)).json();
    const validate = new Ajv2020({ strict: false })
      .addSchema(description as object, 'service')
      .compile({ $ref: 'service#/components/schemas/Problem' });
    const { status, type, body } = await provocations[name]();
    const reported = JSON.parse(body);
    expect(validate(reported), JSON.stringify(validate.errors)).toBe(true);
    expect([status, type]).toEqual([problemKinds[name].status, 'application/problem+json']);
    expect(reported).toMatchObject({ type: `/docs#${name}`, status, title: problemKinds[name].title });
    expect(body).not.toMatch(/node_modules|\bat [^ ]+ \(/);
  });
});
