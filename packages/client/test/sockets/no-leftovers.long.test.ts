/** Whatever a server does and whenever the caller aborts, no socket, timer or unhandled rejection remains. */

import { createServer } from 'node:net';
import {
  type ClientOptions,
  createClient,
  createFtpTransport,
  createGeminiTransport,
  createHttpTransport,
} from '@robots-exclusion/client';
import {
  httpMisbehaviours,
  listenOnLoopback,
  startFtpOrigin,
  startGeminiOrigin,
  startHttpOrigin,
  startRawOrigin,
  testCertificate,
  turns,
} from '@robots-exclusion/testkit';
import * as basicFtp from 'basic-ftp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Server = Awaited<ReturnType<typeof listenOnLoopback>> & { origin: string };

const soon = { interval: 5 };

const RULES = 'User-agent: *\nAllow: /\n';

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => {
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

/** The sockets, servers and timers that keep this process alive. */
function held(): string[] {
  return process.getActiveResourcesInfo().filter((name) => /^(TCP|TLS|Timeout|GetAddrInfo)/.test(name));
}

/**
 * What keeps this process alive before a test. It is recorded within a poll, as it is after the test, because the poll
 * itself holds a timer.
 */
async function heldBefore(): Promise<string[]> {
  let names: string[] = [];
  const look = (): void => {
    names = held();
  };
  await expect.poll(look, soon).toBeUndefined();
  return names;
}

/** What keeps this process alive now but did not before. Anything in `before` may have ended since. */
function heldSince(before: readonly string[]): string[] {
  const known = [...before];
  return held().filter((name) => {
    const at = known.indexOf(name);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

function client(options: Partial<ClientOptions> = {}) {
  return createClient({
    userAgent: 'FooBot/1.0',
    transports: [
      createHttpTransport({ tls: { ca: testCertificate.cert } }),
      createFtpTransport({ basicFtp }),
      createGeminiTransport(),
    ],
    ...options,
  });
}

const stuck = async (scheme: string): Promise<Server> => {
  const server = await listenOnLoopback(createServer((socket) => socket.resume()));
  return { ...server, origin: `${scheme}://127.0.0.1:${server.port}` };
};

const servers: [name: string, start: () => Promise<Server>][] = [
  ['good http', () => startHttpOrigin({ '/robots.txt': RULES })],
  ['good https', () => startHttpOrigin({ '/robots.txt': RULES }, { isTls: true })],
  ['good ftp', () => startFtpOrigin({ files: { 'robots.txt': RULES } })],
  ['good gemini', () => startGeminiOrigin(`20 text/plain\r\n${RULES}`)],
  [
    'http that redirects to itself',
    () => startHttpOrigin({ '/robots.txt': { status: 302, headers: { location: '/robots.txt' } } }),
  ],
  ['https that never shakes hands', () => stuck('https')],
  ['ftp that never greets', () => stuck('ftp')],
  ['gemini that never shakes hands', () => stuck('gemini')],
  [
    'ftp that stops in the file',
    () => startFtpOrigin({ files: { 'robots.txt': RULES }, onTransfer: (data) => data.write(RULES) }),
  ],
  ['gemini that never answers', () => startGeminiOrigin(() => {})],
  ...Object.entries(httpMisbehaviours).flatMap(([name, behave]): [string, () => Promise<Server>][] => [
    [`http: ${name}`, () => startRawOrigin(behave)],
    [`https: ${name}`, () => startRawOrigin(behave, { isTls: true })],
  ]),
];

describe.each(servers)('%s', (_name, start) => {
  it('leaves nothing behind when its limits end it', async () => {
    const before = await heldBefore();
    const server = await start();
    const limits = { headersTimeoutMs: 80, bodyTimeoutMs: 80, totalTimeoutMs: 120 };
    const asking = client({ limits });
    const decision = await asking.check(`${server.origin}/page`);
    expect(decision.policyRow).toMatch(/^rfc9309\//);
    await asking.close();
    await expect.poll(server.openConnections, soon).toBe(0);
    await server.close();
    await expect.poll(() => heldSince(before), soon).toEqual([]);
  });

  it.each([0, 1, 5, 20])('leaves nothing behind when it is aborted after %i turns', async (count) => {
    const before = await heldBefore();
    const server = await start();
    const asking = client();
    const ending = new AbortController();
    void turns(count).then(() => ending.abort());
    const outcome = await asking.check(`${server.origin}/page`, { signal: ending.signal }).then(
      () => 'decided',
      (error: Error) => error.name,
    );
    expect(['decided', 'AbortError']).toContain(outcome);
    await expect.poll(server.openConnections, soon).toBe(0);
    await asking.close();
    await server.close();
    await expect.poll(() => heldSince(before), soon).toEqual([]);
  });
});
