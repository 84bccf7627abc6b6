/**
 * Generated dialogues of FTP servers and proxies: replies in any order and number, split anywhere, connections that end
 * anywhere. No dialogue opens a site without a reply to RETR (or to a login), or without the site's own status; each
 * ends within its limits.
 */
import { createServer, type Socket } from 'node:net';
import {
  createFtpTransport,
  createHttpTransport,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@robots-exclusion/client';
import { type LoopbackServer, listenOnLoopback, readText, runs } from '@robots-exclusion/testkit';
import * as basicFtp from 'basic-ftp';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';

/** Short, because many dialogues end in silence. */
const LIMIT_MS = 80;
/** All dialogues together, on a busy machine. */
const TEST_MS = 30 * 60_000;

const closing: LoopbackServer[] = [];
afterAll(async () => {
  for (const server of closing) await server.close();
});

/** A server whose behavior is set before each dialogue. */
async function startActor(): Promise<{ port: number; play(act: (socket: Socket) => void): void }> {
  let act: (socket: Socket) => void = () => {};
  const server = await listenOnLoopback(createServer((socket) => act(socket)));
  closing.push(server);
  const play = (next: typeof act): void => {
    act = next;
  };
  return { port: server.port, play };
}

/** What a request ends in: a status with a whole body, or an error. */
async function end(
  transport: Transport,
  url: string,
): Promise<Pick<TransportResponse, 'status' | 'headers'> | Error> {
  const request: TransportRequest = {
    url,
    headers: {},
    signal: AbortSignal.timeout(LIMIT_MS),
    maxBytes: 1000,
    addressPolicy: { allow: 'any' },
  };
  try {
    const response = await transport.send(request);
    await readText(response);
    return response;
  } catch (error) {
    return error as Error;
  }
}

/** Writes text in pieces, each in a later turn. */
async function pour(socket: Socket, text: string, cuts: readonly number[]): Promise<void> {
  let from = 0;
  for (const cut of [...cuts, text.length].filter((at) => at <= text.length).sort((a, b) => a - b)) {
    if (socket.writable && cut > from) socket.write(text.slice(from, cut));
    from = Math.max(from, cut);
    await new Promise(setImmediate);
  }
}

const cuts = fc.array(fc.nat(60), { maxLength: 3 });
const code = fc.constantFrom(
  '120',
  '150',
  '200',
  '220',
  '226',
  '227',
  '229',
  '230',
  '331',
  '332',
  '350',
  '421',
  '425',
);
const refusal = fc.constantFrom('450', '500', '502', '530', '534', '550', '553', '999');
const text = fc.constantFrom(
  '',
  ' No',
  ' (|||PORT|)',
  ' (127,0,0,1,HIGH,LOW)',
  ' maximum',
  '-\r\n550 inner\r\nEND',
);
const reply = fc.tuple(fc.oneof({ weight: 2, arbitrary: code }, refusal), text).map(([one, said]) => {
  return said.includes('END') ? `${one}${said.replace('END', `${one} end`)}\r\n` : `${one}${said}\r\n`;
});
/** The reply of a working server to each command, so that many dialogues reach RETR. */
const usual: Readonly<Record<string, string>> = {
  greeting: '220 Ready\r\n',
  USER: '331 Any\r\n',
  PASS: '230 In\r\n',
  TYPE: '200 Done\r\n',
  EPSV: '229 (|||PORT|)\r\n',
  PASV: '227 (127,0,0,1,HIGH,LOW)\r\n',
  RETR: '150 Here\r\n226 Done\r\n',
};
const turn = fc.record({
  replies: fc.option(fc.array(reply, { minLength: 0, maxLength: 2 }), { nil: undefined, freq: 3 }),
  cuts,
  ending: fc.constantFrom('stay', 'stay', 'stay', 'stay', 'end', 'reset'),
});
const ftpDialogue = fc.record({
  turns: fc.array(turn, { minLength: 1, maxLength: 8 }),
  data: fc.constantFrom('end', 'octets', 'reset', 'octets then reset', 'silent'),
});

it('FTP: nothing but a reply to RETR, or a refused login, opens a site', { timeout: TEST_MS }, async () => {
  const [control, data] = [await startActor(), await startActor()];
  const transport = createFtpTransport({ basicFtp });
  const placed = (said: string): string =>
    said
      .replaceAll('PORT', `${data.port}`)
      .replaceAll('HIGH', `${data.port >> 8}`)
      .replaceAll('LOW', `${data.port & 0xff}`);
  let opened = 0;
  await fc.assert(
    fc.asyncProperty(ftpDialogue, async ({ turns, data: onData }) => {
      /** The codes of the final replies, and the commands, in their order; the greeting answers none. */
      const codes: string[] = [];
      const commands = ['greeting'];
      control.play((socket) => {
        socket.on('error', () => {});
        let at = 0;
        let done = Promise.resolve();
        const answer = (command: string): void => {
          const one = turns[at++ % turns.length]!;
          const lines = placed(one.replies?.join('') ?? usual[command] ?? '502 What\r\n');
          done = done.then(async () => {
            codes.push(...[...lines.matchAll(/^(\d{3})(?: .*)?$/gm)].map(([, number]) => number!));
            await pour(socket, lines, one.cuts);
            if (one.ending === 'end') socket.end();
            if (one.ending === 'reset') socket.resetAndDestroy();
          });
        };
        answer('greeting');
        socket.on('data', (octets) => {
          for (const line of octets.toString().split('\r\n')) {
            if (line === '') continue;
            const command = line.split(' ')[0]!;
            commands.push(command);
            answer(command);
          }
        });
      });
      data.play((socket) => {
        socket.on('error', () => {});
        if (onData.startsWith('octets')) socket.write('User-agent: *\n');
        if (onData.endsWith('reset')) socket.resetAndDestroy();
        else if (onData !== 'silent') socket.end();
      });
      const result = await end(transport, `ftp://127.0.0.1:${control.port}/robots.txt`);
      if (result instanceof Error || result.status >= 500) return;
      opened += result.status >= 400 ? 1 : 0;
      const about = result.status === 401 ? 'USER' : 'RETR';
      const at = commands.indexOf(about);
      // The reply to a command is at the earliest the reply of its number: nobody can tell an extra one that is late.
      const candidates = codes.slice(at < 0 ? commands.length : at);
      const number = result.headers['ftp-reply'] ?? '2';
      expect(candidates).toContainEqual(expect.stringMatching(new RegExp(`^${number}`)));
    }),
    { numRuns: runs(10_000) },
  );
  // Otherwise, the property would hold because no dialogue gets that far.
  expect(opened).toBeGreaterThan(0);
});

const field = fc.constantFrom(
  'Server: tinyproxy/1.11.1',
  'Server: nginx',
  'X-Squid-Error: ERR_ACCESS_DENIED 0',
  'Proxy-Status: a.example; error=http_request_denied',
  'Proxy-Status: a.example; received-status=403',
  'Proxy-Authenticate: Basic',
  'Via: 1.1 a.example (squid/5.7)',
  'Expires: Sat, 17 Jun 2000 12:00:00 GMT\r\nPragma: no-cache',
);
const isMark = /^(?:server: tinyproxy|x-squid-error|proxy-status:.*error=|expires: sat, 17 jun 2000)/im;
const proxyDialogue = fc.record({
  status: fc.constantFrom(200, 204, 302, 401, 403, 404, 407, 410, 429, 502, 503),
  fields: fc.array(field, { maxLength: 3 }),
  keep: fc.oneof(fc.constant(1), fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  cuts,
  isReset: fc.boolean(),
});

it('proxies: nothing but a status of the site opens it', { timeout: TEST_MS }, async () => {
  const proxy = await startActor();
  const transport = createHttpTransport({ proxy: () => `http://127.0.0.1:${proxy.port}` });
  let opened = 0;
  await fc.assert(
    fc.asyncProperty(proxyDialogue, async ({ status, fields, keep, cuts: at, isReset }) => {
      const head = [`HTTP/1.1 ${status} Said`, ...fields].join('\r\n');
      const whole = `${head}\r\n\r\nUser-agent: *\n`;
      proxy.play((socket) => {
        socket
          .on('error', () => {})
          .once('data', () => {
            void pour(socket, whole.slice(0, Math.ceil(whole.length * keep)), at).then(() =>
              isReset ? socket.resetAndDestroy() : socket.end(),
            );
          });
      });
      const result = await end(transport, 'http://site.example/robots.txt');
      if (result instanceof Error || result.status >= 500) return;
      opened += result.status >= 400 ? 1 : 0;
      expect({ status: result.status, isOfProxy: isMark.test(head) }).toEqual({ status, isOfProxy: false });
      expect(status).not.toBe(407);
    }),
    { numRuns: runs(10_000) },
  );
  expect(opened).toBeGreaterThan(0);
});
