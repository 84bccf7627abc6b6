/**
 * Every row of the outcome table (RFC 9309 §2.3.1), over HTTP and HTTPS on loopback. The server's behavior determines
 * the row. The test checks the outcome, the row, the verdicts for two pages, and that no connection is left.
 */

import type { Socket } from 'node:net';
import * as zlib from 'node:zlib';
import { createHttpTransport } from '@robots-exclusion/client';
import {
  createStage,
  type HttpMisbehaviour,
  type HttpScript,
  httpMisbehaviours,
  type LoopbackServer,
  startHttpOrigin,
  startRawOrigin,
  turns,
  untilLetGo,
} from '@robots-exclusion/testkit';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import { afterEach, describe, expect, it } from 'vitest';
import { rowParents } from '../../src/policy/outcome-table.ts';
import { decide, MEANING, RULES, summary, type TestOptions } from './client-under-test.ts';

const { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } = zlib;
/** Exists in Node 22.15 and later. */
const { zstdCompressSync } = zlib as { zstdCompressSync?: (text: string) => Uint8Array };

const stage = createStage();

afterEach(stage.clear);

type Server = LoopbackServer & { origin: string };

type Row = [
  name: string,
  outcome: keyof typeof MEANING,
  row: string,
  serve: (isTls: boolean) => Promise<Server>,
  options?: TestOptions | undefined,
];

const http = (script: HttpScript) => (isTls: boolean) => stage.start(startHttpOrigin(script, { isTls }));
const raw = (name: HttpMisbehaviour) => (isTls: boolean) =>
  stage.start(startRawOrigin(httpMisbehaviours[name], { isTls }));

/** The response to `/robots.txt`. */
const answers = (status: number, headers: Record<string, string> = {}, body: string | Uint8Array = '') =>
  http({ '/robots.txt': { status, headers, body } });

const text = { 'Content-Type': 'text/plain; charset=utf-8' };
const html = { 'Content-Type': 'text/html' };
const coded = (coding: string, body: Uint8Array) =>
  answers(200, { ...text, 'Content-Encoding': coding }, body);

const successes: Row[] = [
  ['200', 'rules', '2xx', answers(200, text, RULES)],
  ['200 without type', 'rules', '2xx', answers(200, {}, RULES)],
  ['203', 'rules', '2xx', answers(203, text, RULES)],
  ['gzip', 'rules', '2xx', coded('gzip', gzipSync(RULES))],
  ['x-gzip', 'rules', '2xx', coded('x-gzip', gzipSync(RULES))],
  ['br', 'rules', '2xx', coded('br', brotliCompressSync(RULES))],
  ['deflate', 'rules', '2xx', coded('deflate', deflateSync(RULES))],
  ...(zstdCompressSync
    ? [['zstd', 'rules', '2xx', coded('zstd', zstdCompressSync(RULES))] satisfies Row]
    : []),
  ['raw deflate', 'rules', '2xx', coded('deflate', deflateRawSync(RULES))],
  ['two codings', 'rules', '2xx', coded('gzip, br', brotliCompressSync(gzipSync(RULES)))],
  [
    'one octet at a time',
    'rules',
    '2xx',
    http({
      '/robots.txt': (_request, response) => {
        const octets = [...RULES];
        const timer = setInterval(
          () => (octets.length > 0 ? response.write(octets.shift()) : response.end()),
          1,
        );
        response.once('close', () => clearInterval(timer));
      },
    }),
  ],
  ['wrong media type', 'rules', '2xx-wrong-type', answers(200, { 'Content-Type': 'image/png' }, RULES)],
  [
    'too large',
    'rules',
    '2xx-too-large',
    answers(200, text, RULES + '# filler\n'.repeat(DEFAULT_MAX_BYTES / 9)),
  ],
  [
    'gzip bomb of 10 MB',
    'rules',
    '2xx-too-large',
    coded('gzip', gzipSync(Buffer.concat([Buffer.from(RULES), Buffer.alloc(10_000_000, '#')]))),
  ],
];

const whole = `HTTP/1.1 200 OK\r\nContent-Length: ${RULES.length}\r\n\r\n${RULES}`;

/** Interim responses (RFC 9110 §15.2). */
const interim: Row[] = [
  ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['100 with a header', 'HTTP/1.1 100 Continue\r\nX-A: b\r\nX-B: HTTP/1.1 100 x\r\n\r\n'],
  ['100 without a reason', 'HTTP/1.1 100 \r\n\r\n'],
  [
    '102, 100, 103, 100, 199',
    [102, 100, 103, 100, 199].map((status) => `HTTP/1.1 ${status} x\r\n\r\n`).join(''),
  ],
].flatMap(([name, before]): Row[] => [
  [
    `${name} first`,
    'rules',
    '2xx',
    (isTls: boolean) => stage.start(startRawOrigin((socket) => void socket.end(before + whole), { isTls })),
  ],
  [
    `${name} first, octet by octet`,
    'rules',
    '2xx',
    (isTls: boolean) =>
      stage.start(startRawOrigin((socket) => void writeSlowly(socket, before + whole), { isTls })),
  ],
]);

/** Each octet in a separate packet. */
async function writeSlowly(socket: Socket, text: string): Promise<void> {
  socket.setNoDelay(true);
  for (const octet of text) {
    socket.write(octet);
    await turns();
  }
  socket.end();
}

/** Successful responses without rules. */
const emptySuccesses: Row[] = [
  ['empty', 'no-rules', '2xx-empty', answers(200, text)],
  ['204', 'no-rules', '2xx-empty', answers(204)],
  ['HTML', 'no-rules', '2xx-html', answers(200, html, '<!doctype html><title>Not found</title>')],
  ['HTML as text', 'no-rules', '2xx-html', answers(200, text, '\n <html>Disallow: /</html>')],
];

const unavailable = [404, 429].map(
  (status): Row => [`${status}`, 'no-rules', '4xx', answers(status, html, 'User-agent: *\nDisallow: /')],
);

const redirect = (to: (path: string) => string) =>
  http(({ path }) => ({ status: 302, headers: { Location: to(path) } }));
const count = (path: string): number => Number(path.split('?', 2)[1] ?? 0);

/** Redirects to `/robots.txt?1`, `?2` and so on; the last one serves the rules. */
const chain = (hops: number) =>
  http(({ path }) =>
    count(path) < hops ? { status: 301, headers: { Location: `/robots.txt?${count(path) + 1}` } } : RULES,
  );

const redirects: Row[] = [
  ['five redirects', 'rules', '2xx', chain(5)],
  ['six redirects', 'no-rules', 'too-many-redirects', chain(6)],
  ['redirect to itself', 'no-rules', 'redirect-loop', redirect((path) => path)],
  ['no Location', 'unreachable', 'redirect-without-location', answers(302)],
  ['redirect to file:', 'refused', 'scheme-refused', answers(302, { Location: 'file:///etc/passwd' })],
  ['redirect to nowhere', 'unreachable', 'redirect-not-followed', answers(302, { Location: 'http://[' })],
  ['304', 'unreachable', '3xx', answers(304)],
];

const serverErrors = [500, 599].map(
  (status): Row => [`${status}`, 'unreachable', '5xx', answers(status, html, RULES)],
);

const failsWith = (row: string, name: HttpMisbehaviour, options?: TestOptions): Row => [
  name,
  'unreachable',
  row,
  raw(name),
  options,
];

const failures: Row[] = [
  failsWith('reset', 'closesWithoutAnswer'),
  failsWith('reset', 'resetsWithoutAnswer'),
  failsWith('malformed-response', 'hugeHeader'),
  failsWith('malformed-response', 'manyHeaders'),
  failsWith('malformed-response', 'endlessHeader'),
  failsWith('malformed-response', 'garbage'),
  failsWith('malformed-response', 'noStatusLine'),
  failsWith('malformed-response', 'badContentLength'),
  failsWith('malformed-response', 'twoContentLengths'),
  failsWith('malformed-response', 'lengthAndChunked'),
  failsWith('malformed-response', 'hugeContentLength'),
  failsWith('malformed-response', 'switchesProtocols'),
  failsWith('malformed-response', 'switchesNowhere'),
  failsWith('malformed-response', 'status000'),
  failsWith('malformed-response', 'status099'),
  failsWith('broken-body', 'codedForTransfer'),
  failsWith('broken-body', 'codedBelowChunks'),
  failsWith('broken-body', 'codedAboveChunks'),
  failsWith('broken-body', 'shortBody'),
  failsWith('broken-body', 'shortLastBody'),
  failsWith('broken-body', 'halfCloses'),
  failsWith('broken-body', 'resetsInBody'),
  failsWith('broken-body', 'resetsInUnmeasuredBody'),
  failsWith('broken-body', 'badChunkSize'),
  failsWith('broken-body', 'badChunkEnd'),
  failsWith('broken-body', 'hugeChunkSize'),
  failsWith('broken-body', 'truncatedChunks'),
  failsWith('broken-body', 'truncatedLastChunks'),
  failsWith('broken-body', 'hugeTrailer'),
  failsWith('timeout-headers', 'silent', { limits: { headersTimeoutMs: 200 } }),
  failsWith('timeout-headers', 'dripsHeader', { limits: { headersTimeoutMs: 200 } }),
  failsWith('timeout-headers', 'endlessInformation', { limits: { headersTimeoutMs: 200 } }),
  failsWith('timeout-body', 'silentBody', { limits: { bodyTimeoutMs: 200 } }),
  failsWith('timeout-total', 'dripsBody', { limits: { totalTimeoutMs: 300 } }),
  failsWith('timeout-total', 'silent', { limits: { totalTimeoutMs: 200 } }),
  ['not gzip', 'unreachable', 'broken-body', coded('gzip', Buffer.from(RULES))],
  ['half a gzip', 'unreachable', 'broken-body', coded('gzip', gzipSync(RULES).subarray(0, 20))],
  [
    'nobody listens',
    'unreachable',
    'refused',
    async (isTls) => {
      const gone = await startHttpOrigin({}, { isTls });
      await gone.close();
      return gone;
    },
  ],
  [
    'no such name',
    'unreachable',
    'dns',
    http({}),
    {
      transports: [
        createHttpTransport({
          resolve: (name, _options, callback) =>
            callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), []),
        }),
      ],
    },
  ],
  [
    'address not let through',
    'refused',
    'address-refused',
    http({ '/robots.txt': RULES }),
    { addressPolicy: { allow: 'public-only' } },
  ],
];

const rows = [
  ...successes,
  ...interim,
  ...emptySuccesses,
  ...unavailable,
  ...redirects,
  ...serverErrors,
  ...failures,
];

function expected([, outcome, row]: Row): unknown {
  const policyRow = outcome === 'unreachable' ? `rfc9309/${row}/at-once` : `rfc9309/${row}`;
  // The outcome for a file without rules is still `rules`; such a file allows everything.
  const shown = outcome === 'no-rules' && row.startsWith('2xx') ? 'rules' : outcome;
  return { outcome: shown, row: policyRow, ...MEANING[outcome] };
}

/** The cases `nobody listens` and `no such name` need specific origins. */
function originOf(server: Server, [, , row]: Row): string {
  return row === 'dns' ? server.origin.replace('127.0.0.1', 'nowhere.invalid') : server.origin;
}

describe.each([
  ['http', false],
  ['https', true],
])('%s', (_scheme, isTls) => {
  // TLS changes nothing above the socket: over HTTPS, one case of each row is enough.
  const isFirst = (one: Row, at: number) => rows.findIndex(([, , row]) => row === one[2]) === at;
  it.each(isTls ? rows.filter(isFirst) : rows)('%s: %s, %s', async (...row) => {
    const [, , , serve, options] = row;
    const server = await serve(isTls);
    const decided = await decide(originOf(server, row), options);
    expect(summary(decided)).toEqual(expected(row));
    await untilLetGo(server);
  });
});

describe('https alone', () => {
  const tlsRow = { outcome: 'unreachable', row: 'rfc9309/tls/at-once', ...MEANING.unreachable };

  it('a certificate that nobody vouches for: tls', async () => {
    const server = await http({ '/robots.txt': RULES })(true);
    const decided = await decide(server.origin, { transports: [createHttpTransport()] });
    expect(summary(decided)).toEqual(tlsRow);
  });

  it('a handshake that stands still: timeout-connect', async () => {
    const server = await raw('silent')(false);
    const decided = await decide(server.origin.replace('http:', 'https:'));
    expect(summary(decided)).toEqual({ ...tlsRow, row: 'rfc9309/timeout-connect/at-once' });
    await untilLetGo(server);
  });
});

describe('what is sent', () => {
  it('carries no credentials, neither of the URL nor of a Location', async () => {
    const second = await stage.start(startHttpOrigin({ '/robots.txt': RULES }));
    const location = second.origin.replace('//', '//admin:secret@');
    const first = await stage.start(
      startHttpOrigin({ '/robots.txt': { status: 302, headers: { location: `${location}/robots.txt` } } }),
    );
    const decided = await decide(first.origin.replace('//', '//user:password@'));
    expect(decided.open.outcome).toBe('rules');
    const sent = [...first.requests, ...second.requests];
    expect(sent).toHaveLength(2);
    for (const { method, headers } of sent) {
      expect(method).toBe('GET');
      expect(Object.keys(headers)).not.toContain('authorization');
      expect(JSON.stringify(headers)).not.toMatch(/secret|password|referer|cookie/);
    }
  });
});

it('a proxy that answers for the site', async () => {
  const server = await http(() => ({ status: 407 }))(false);
  const transports = [createHttpTransport({ proxy: () => server.origin })];
  expect(summary(await decide('http://site.example', { transports }))).toEqual({
    outcome: 'unreachable',
    row: 'rfc9309/proxy/at-once',
    ...MEANING.unreachable,
  });
  await untilLetGo(server);
});

describe('the table', () => {
  it('has no row without a test here', () => {
    const tested = new Set([...rows.map(([, , row]) => row), 'tls', 'timeout-connect', 'proxy']);
    // Rows that apply only if a preset omits a more specific one.
    const standIns = ['network', 'timeout'];
    expect([...tested, ...standIns].sort()).toEqual(Object.keys(rowParents).sort());
  });
});
