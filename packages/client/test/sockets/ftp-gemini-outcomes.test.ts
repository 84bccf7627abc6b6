/** Tests the outcome table over FTP and Gemini, whose servers have their own replies, and redirects between schemes. */

import { createServer } from 'node:net';
import {
  createStage,
  type FtpScript,
  type GeminiScript,
  httpMisbehaviours,
  type LoopbackServer,
  listenOnLoopback,
  startFtpOrigin,
  startGeminiOrigin,
  startHttpOrigin,
  startRawOrigin,
  turns,
  untilLetGo,
} from '@robots-exclusion/testkit';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import { afterEach, describe, expect, it } from 'vitest';
import { decide, MEANING, RULES, summary, type TestOptions } from './client-under-test.ts';

const stage = createStage();

afterEach(stage.clear);

type Server = LoopbackServer & { origin: string };

type Row = [
  name: string,
  serve: () => Promise<Server>,
  outcome: keyof typeof MEANING,
  row: string,
  options?: TestOptions,
];

const ftp = (script: FtpScript) => () => stage.start(startFtpOrigin(script));
const gemini = (script: GeminiScript) => () => stage.start(startGeminiOrigin(script));
const http = () => stage.start(startHttpOrigin({ '/robots.txt': RULES }));

/** A TCP server that acts as a `scheme` server. */
const tcp = (scheme: string, answer: (socket: import('node:net').Socket) => void) => async () => {
  const server = await stage.start(listenOnLoopback(createServer(answer)));
  return { ...server, origin: `${scheme}://127.0.0.1:${server.port}` };
};

const gone = (scheme: string) => async () => {
  const server = await tcp(scheme, () => {})();
  await server.close();
  return server;
};

const files = { 'robots.txt': RULES };
const header200 = `20 text/plain\r\n${RULES}`;

const ftpRows: Row[] = [
  ['the file', ftp({ files }), 'rules', '2xx'],
  ['an HTML file', ftp({ files: { 'robots.txt': '<html>' } }), 'no-rules', '2xx-html'],
  ['an empty file', ftp({ files: { 'robots.txt': '' } }), 'no-rules', '2xx-empty'],
  [
    'a large file',
    ftp({ files: { 'robots.txt': RULES + '# filler\n'.repeat(DEFAULT_MAX_BYTES / 9) } }),
    'rules',
    '2xx-too-large',
  ],
  ['no file', ftp({ files: {} }), 'no-rules', '4xx'],
  [
    'no such port in the answer',
    ftp({ files, replies: { EPSV: '229 Fine' } }),
    'unreachable',
    'malformed-response',
  ],
  [
    'broken off',
    ftp({
      files,
      onTransfer: (data, control) =>
        data.end(RULES, () => void turns().then(() => control.write('426 Oh\r\n'))),
    }),
    'unreachable',
    'broken-body',
  ],
  [
    'reset',
    ftp({
      files,
      onTransfer: (data) => data.write(RULES, () => void turns().then(() => data.resetAndDestroy())),
    }),
    'unreachable',
    'broken-body',
  ],
  ['hangs up at once', tcp('ftp', (socket) => socket.resume().end()), 'unreachable', 'reset'],
  ['nobody listens', gone('ftp'), 'unreachable', 'refused'],
  [
    'silent',
    tcp('ftp', (socket) => socket.resume()),
    'unreachable',
    'timeout-headers',
    { limits: { headersTimeoutMs: 200 } },
  ],
  [
    'silent in the file',
    ftp({ files, onTransfer: (data) => data.write(RULES) }),
    'unreachable',
    'timeout-body',
    { limits: { bodyTimeoutMs: 200 } },
  ],
  ['private', ftp({ files }), 'refused', 'address-refused', { addressPolicy: { allow: 'public-only' } }],
];

const geminiRows: Row[] = [
  ['20', gemini(header200), 'rules', '2xx'],
  ['20 without type is gemtext', gemini(`20\r\n${RULES}`), 'rules', '2xx-wrong-type'],
  ['20 with nothing', gemini('20 text/plain\r\n'), 'no-rules', '2xx-empty'],
  [
    '20 with too much',
    gemini(header200 + '# filler\n'.repeat(DEFAULT_MAX_BYTES / 9)),
    'rules',
    '2xx-too-large',
  ],
  ['31 to the file', gemini({ '/robots.txt': '31 /r\r\n', '/r': header200 }), 'rules', '2xx'],
  ['30 to itself', gemini('30 /robots.txt\r\n'), 'no-rules', 'redirect-loop'],
  ['30 without a target', gemini('30\r\n'), 'unreachable', 'redirect-without-location'],
  ['41', gemini('41 Later\r\n'), 'unreachable', '5xx'],
  ['51', gemini('51 No\r\n'), 'no-rules', '4xx'],
  ['not Gemini', gemini('HTTP/1.1 200 OK\r\n\r\n'), 'unreachable', 'malformed-response'],
  ['hangs up at once', gemini((socket) => socket.end()), 'unreachable', 'reset'],
  ['no TLS', tcp('gemini', (socket) => socket.resume().end('20 text/plain\r\n')), 'unreachable', 'tls'],
  ['nobody listens', gone('gemini'), 'unreachable', 'refused'],
  ['TLS stands still', tcp('gemini', (socket) => socket.resume()), 'unreachable', 'timeout-connect'],
  ['silent', gemini(() => {}), 'unreachable', 'timeout-headers', { limits: { headersTimeoutMs: 200 } }],
  [
    'silent in the file',
    gemini((socket) => socket.write(header200)),
    'unreachable',
    'timeout-body',
    { limits: { bodyTimeoutMs: 200 } },
  ],
  ['private', gemini(header200), 'refused', 'address-refused', { addressPolicy: { allow: 'public-only' } }],
];

function expected(outcome: keyof typeof MEANING, row: string): unknown {
  const policyRow = outcome === 'unreachable' ? `rfc9309/${row}/at-once` : `rfc9309/${row}`;
  const shown = outcome === 'no-rules' && row.startsWith('2xx') ? 'rules' : outcome;
  return { outcome: shown, row: policyRow, ...MEANING[outcome] };
}

describe.each([
  ['ftp', ftpRows],
  ['gemini', geminiRows],
])('%s', (_scheme, rows) => {
  it.each(rows)('%s', async (_name, serve, outcome, row, options) => {
    const server = await serve();
    expect(summary(await decide(server.origin, options))).toEqual(expected(outcome, row));
    await untilLetGo(server);
  });
});

describe('redirects from scheme to scheme', () => {
  const targets: [scheme: string, serve: () => Promise<Server>][] = [
    ['http', http],
    ['https', () => stage.start(startHttpOrigin({ '/robots.txt': RULES }, { isTls: true }))],
    ['ftp', ftp({ files })],
    ['gemini', gemini(header200)],
  ];
  const sources: [scheme: string, serve: (location: string) => Promise<Server>][] = [
    [
      'http',
      (location) => stage.start(startHttpOrigin({ '/robots.txt': { status: 302, headers: { location } } })),
    ],
    [
      'https',
      (location) =>
        stage.start(
          startHttpOrigin({ '/robots.txt': { status: 308, headers: { location } } }, { isTls: true }),
        ),
    ],
    ['gemini', (location) => stage.start(startGeminiOrigin(`31 ${location}\r\n`))],
  ];
  const pairs = sources.flatMap(([from, source]) =>
    targets.map(([to, target]) => ({ from, source, to, target })),
  );

  it.each(pairs)('$from to $to: the rules hold for the first', async ({ source, target }) => {
    const second = await target();
    const first = await source(`${second.origin}/robots.txt`);
    expect(summary(await decide(first.origin))).toEqual(expected('rules', '2xx'));
    await untilLetGo(first);
    await untilLetGo(second);
  });

  it('no rules of a target that breaks off', async () => {
    const second = await stage.start(startRawOrigin(httpMisbehaviours.shortBody));
    const first = await stage.start(startGeminiOrigin(`31 ${second.origin}/robots.txt\r\n`));
    expect(summary(await decide(first.origin))).toEqual(expected('unreachable', 'broken-body'));
    await untilLetGo(second);
  });
});
