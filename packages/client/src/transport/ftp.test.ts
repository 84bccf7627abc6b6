import { createServer, type Socket } from 'node:net';
import {
  createStage,
  type FtpScript,
  listenOnLoopback,
  pour,
  readText,
  sendHop,
  startFtpOrigin,
  turns,
  untilLetGo,
} from '@robots-exclusion/testkit';
import * as basicFtp from 'basic-ftp';
import { afterEach, describe, expect, it } from 'vitest';
import { createFtpTransport } from './ftp.ts';
import type { TransportRequest } from './transport.ts';

const stage = createStage();

afterEach(stage.clear);

const RULES = 'User-agent: *\r\nDisallow: /\r\n';

const ftp = (script: FtpScript = { files: { 'robots.txt': RULES } }) => stage.start(startFtpOrigin(script));

function send(url: string, request?: Partial<TransportRequest>) {
  return sendHop(createFtpTransport({ basicFtp, connectTimeoutMs: 60_000 }), url, request);
}

describe('one transfer', () => {
  it('logs in as anonymous and fetches the file octet by octet', async () => {
    const origin = await ftp();
    const response = await send(`${origin.origin}/robots.txt`);
    expect(response).toMatchObject({ status: 200, headers: {} });
    expect(await readText(response)).toBe(RULES);
    expect(origin.commands).toEqual(
      expect.arrayContaining(['USER anonymous', 'PASS anonymous@', 'TYPE I', 'EPSV', 'RETR robots.txt']),
    );
    await untilLetGo(origin);
  });

  it('gives an empty file as an empty body', async () => {
    const origin = await ftp({ files: { 'robots.txt': '' } });
    const response = await send(`${origin.origin}/robots.txt`);
    expect([response.status, await readText(response)]).toEqual([200, '']);
    await untilLetGo(origin);
  });

  it('reads a large file whole', async () => {
    const text = RULES.repeat(20_000);
    const origin = await ftp({ files: { 'robots.txt': text } });
    expect(await readText(await send(`${origin.origin}/robots.txt`))).toBe(text);
  });

  it('names the file as the URL means it', async () => {
    const origin = await ftp({ files: { 'a b/robots.txt?x': RULES } });
    expect((await send(`${origin.origin}/a%20b/robots.txt?x`)).status).toBe(200);
  });

  it.each(['%0D%0ADELE%20x', 'a%00b', '%ff', ''])(
    'refuses a path that is not a line of text: /%s',
    async (path) => {
      const origin = await ftp();
      const sending = send(`${origin.origin}/${path}`);
      await expect(sending).rejects.toMatchObject({ code: 'ERR_ROBOTS_REQUEST_REFUSED' });
      expect(origin.acceptedConnections()).toBe(0);
    },
  );

  it('wants the module', () => {
    expect(() => createFtpTransport({} as never)).toThrow(TypeError);
  });
});

/** Resets the data connection, and replies only after the client has seen the reset. */
const refusedAfterReset = (reply: string) => (data: Socket, control: Socket) => {
  data.resetAndDestroy();
  void turns().then(() => control.write(`${reply}\r\n`));
};

describe('replies in the terms of HTTP', () => {
  const rows: [name: string, script: FtpScript, status: number, reply: string][] = [
    ['no such file', { files: {} }, 404, '550'],
    ['file name not allowed', { replies: { RETR: '553 No' } }, 404, '553'],
    ['RETR unknown', { replies: { RETR: '502 What' } }, 501, '502'],
    ['file busy', { replies: { RETR: '450 Busy' } }, 503, '450'],
    ['no anonymous readers', { replies: { PASS: '530 Who are you' } }, 401, '530'],
    ['anonymous needs an account', { replies: { USER: '332 Account' } }, 401, '332'],
    ['too many, in words', { replies: { PASS: '530 Sorry, the maximum number of clients (1)' } }, 503, '530'],
    ['two replies to one command', { files: {}, replies: { TYPE: '200 Binary\r\n200 Done' } }, 404, '550'],
    ['other replies to RETR', { replies: { RETR: '534 TLS first' } }, 502, '534'],
    ['going down at the greeting', { greeting: '421 Too many' }, 503, '421'],
    ['ready in some minutes', { greeting: '120 Ready in 5 minutes' }, 503, '120'],
    ['no data connection', { replies: { EPSV: '425 No', PASV: '425 No' } }, 503, '425'],
    [
      'refused, then the data connection is reset',
      { files: { 'robots.txt': '' }, onTransfer: refusedAfterReset('550 No such file') },
      404,
      '550',
    ],
    [
      'let in without password',
      { files: { 'robots.txt': RULES }, replies: { USER: '230 Welcome' } },
      200,
      '',
    ],
  ];

  it.each(rows)('%s', async (_name, script, status, reply) => {
    const origin = await ftp(script);
    const response = await send(`${origin.origin}/robots.txt`);
    expect([response.status, response.headers['ftp-reply'] ?? '']).toEqual([status, reply]);
    await readText(response);
    await untilLetGo(origin);
  });
});

describe('a reply that does not answer RETR', () => {
  const refused = ['500', '501', '502', '530', '534', '550', '553'].flatMap((code) =>
    [['TYPE'], ['EPSV', 'PASV']].map((commands) => [commands.join(), code, commands] as const),
  );
  const login = ['USER', 'PASS'].flatMap((command) =>
    ['500', '534', '550', '553', '350'].map((code) => [command, code, [command]] as const),
  );

  it.each([...refused, ...login])('RFC 959 §5.4: to %s, %s says nothing about the file', async (...row) => {
    const [, code, commands] = row;
    const replies = Object.fromEntries(commands.map((command) => [command, `${code} Permission denied`]));
    const origin = await ftp({ files: { 'robots.txt': RULES }, replies });
    await expect(send(`${origin.origin}/robots.txt`)).rejects.toMatchObject({
      code: 'ERR_ROBOTS_FTP',
      message: `The FTP server refused ${commands.at(-1)}: "${code} Permission denied"`,
    });
    await untilLetGo(origin);
  });

  it('a refused login counts for an hour, and not at all while rules are kept', async () => {
    const origin = await ftp({ replies: { PASS: '530 Login incorrect' } });
    const url = `${origin.origin}/robots.txt`;
    expect(await send(url)).toMatchObject({ status: 401, headers: { 'cache-control': 'max-age=3600' } });
    expect(await send(url, { hasKeptCopy: true })).toMatchObject({ status: 503 });
  });

  it('a negative reply to no command ends the session', async () => {
    const origin = await ftp({ files: {}, replies: { TYPE: '200 Done\r\n550 No such file' } });
    await expect(send(`${origin.origin}/robots.txt`)).rejects.toMatchObject({
      code: 'ERR_ROBOTS_BAD_RESPONSE',
    });
  });
});

describe('data connections', () => {
  it('falls back to PASV', async () => {
    const origin = await ftp({ files: { 'robots.txt': RULES }, hasNoEpsv: true });
    expect(await readText(await send(`${origin.origin}/robots.txt`))).toBe(RULES);
  });

  it.each(['10.0.0.1', '169.254.169.254', '127.0.0.2', '192.0.2.1'])(
    'go to the control connection’s address, not to %s of the PASV answer',
    async (pasvHost) => {
      const origin = await ftp({ files: { 'robots.txt': RULES }, hasNoEpsv: true, pasvHost });
      expect(await readText(await send(`${origin.origin}/robots.txt`))).toBe(RULES);
    },
  );

  it.each([
    ['EPSV', '229 Entering extended passive mode (|||0|)'],
    ['EPSV', '229 Entering extended passive mode (|||70000|)'],
    ['EPSV', '229 Entering extended passive mode'],
    ['EPSV', `229 ${'|'.repeat(5_000)}`],
    ['PASV', '227 Entering passive mode (1,2,3)'],
    ['PASV', '227 Entering passive mode (127,0,0,1,0,0)'],
    ['PASV', `227 ${'1,'.repeat(5_000)}`],
  ])('an answer to %s without a port is an error (%#)', async (command, reply) => {
    const replies = command === 'EPSV' ? { EPSV: reply } : { EPSV: '500 What', PASV: reply };
    const origin = await ftp({ files: { 'robots.txt': RULES }, replies });
    await expect(send(`${origin.origin}/robots.txt`)).rejects.toMatchObject({
      code: 'ERR_ROBOTS_BAD_RESPONSE',
    });
    await untilLetGo(origin);
  });

  it('says when nobody listens there', async () => {
    const gone = await listenOnLoopback(createServer());
    await gone.close();
    const origin = await ftp({ files: { 'robots.txt': RULES }, dataPort: gone.port });
    await expect(send(`${origin.origin}/robots.txt`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await untilLetGo(origin);
  });
});

describe('a server that misbehaves', () => {
  const broken: [name: string, onTransfer: NonNullable<FtpScript['onTransfer']>][] = [
    [
      'resets in the middle of the file',
      (data) => data.write(RULES, () => void turns().then(() => data.resetAndDestroy())),
    ],
    [
      'says 426 after a part of the file',
      (data, control) => data.end(RULES, () => void turns().then(() => control.write('426 Broken off\r\n'))),
    ],
    [
      'closes the control connection',
      (data, control) => data.end(RULES, () => void turns().then(() => control.end())),
    ],
    [
      'resets the control connection',
      (data, control) => data.write(RULES, () => void turns().then(() => control.resetAndDestroy())),
    ],
  ];

  it.each(broken)('%s: the body throws', async (_name, onTransfer) => {
    const origin = await ftp({ files: { 'robots.txt': RULES }, onTransfer });
    const response = await send(`${origin.origin}/robots.txt`);
    expect(response.status).toBe(200);
    await expect(readText(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await untilLetGo(origin);
  });

  const stuck: [name: string, script: FtpScript][] = [
    ['silent after USER', { replies: { USER: '' } }],
    ['silent after RETR', { files: { 'robots.txt': RULES }, onTransfer: () => {} }],
    ['replies that are none', { greeting: 'hello\r\nthere' }],
    ['a reply that never ends', { greeting: '220-never' }],
  ];

  it.each(stuck)('%s: the signal ends it, with its reason', async (_name, script) => {
    const origin = await ftp(script);
    const reason = new Error('too late');
    const ending = new AbortController();
    const sending = expect(send(`${origin.origin}/robots.txt`, { signal: ending.signal })).rejects.toBe(
      reason,
    );
    await origin.connected;
    await turns();
    ending.abort(reason);
    await sending;
    await untilLetGo(origin);
  });

  it('an endless file: the signal ends it, with its reason', async () => {
    const origin = await ftp({
      files: { 'robots.txt': '' },
      onTransfer: (data) => pour(data, '', RULES.repeat(100)),
    });
    const reason = new Error('too late');
    const ending = new AbortController();
    const response = await send(`${origin.origin}/robots.txt`, { signal: ending.signal });
    const reading = expect(readText(response)).rejects.toBe(reason);
    await turns();
    ending.abort(reason);
    await reading;
    await untilLetGo(origin);
  });

  it('an endless file: whoever stops reading is let go', async () => {
    const origin = await ftp({
      files: { 'robots.txt': '' },
      onTransfer: (data) => pour(data, '', RULES.repeat(100)),
    });
    const { body } = await send(`${origin.origin}/robots.txt`);
    for await (const chunk of body as AsyncIterable<Uint8Array>) if (chunk.length > 0) break;
    await untilLetGo(origin);
  });

  it('a reply of megabytes is an error', async () => {
    const origin = await ftp({ greeting: `220-${'a'.repeat(1_000_000)}` });
    await expect(send(`${origin.origin}/robots.txt`)).rejects.toMatchObject({
      code: 'ERR_ROBOTS_BAD_RESPONSE',
    });
    await untilLetGo(origin);
  });

  it('a server that closes at once is an error', async () => {
    const server = await stage.start(listenOnLoopback(createServer((socket) => socket.end())));
    await expect(send(`ftp://127.0.0.1:${server.port}/robots.txt`)).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
  });
});
