/**
 * An allowed server redirects the client to a forbidden one, and the hop is refused before a connection is opened. The
 * allowed server is on loopback too; only an exception for its origin allows it.
 */
import { createServer } from 'node:net';
import {
  createClient,
  createFtpTransport,
  createGeminiTransport,
  createHttpTransport,
  type Resolve,
} from '@robots-exclusion/client';
import {
  createStage,
  listenOnLoopback,
  startFtpOrigin,
  startGeminiOrigin,
  startHttpOrigin,
  untilLetGo,
} from '@robots-exclusion/testkit';
import * as basicFtp from 'basic-ftp';
import { afterEach, describe, expect, it } from 'vitest';

const stage = createStage();

afterEach(stage.clear);

const RULES = 'User-agent: *\nAllow: /\n';

/** Resolves every name to 127.0.0.1, like a hostile name server. */
const hostile: Resolve = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);

async function check(origin: string, alsoOrigins: readonly string[]) {
  const client = createClient({
    userAgent: 'FooBot/1.0',
    transports: [
      createHttpTransport({ resolve: hostile }),
      createFtpTransport({ basicFtp, resolve: hostile }),
      createGeminiTransport({ resolve: hostile }),
    ],
    addressPolicy: { allow: 'public-only', alsoOrigins },
  });
  try {
    return { decision: await client.check(`${origin}/page`), record: await client.robots(`${origin}/page`) };
  } finally {
    await client.close();
  }
}

const victim = () => stage.start(listenOnLoopback(createServer((socket) => socket.end())));

const refused = {
  decision: { allowed: false, action: 'skip', outcome: 'refused', policyRow: 'rfc9309/address-refused' },
  record: { outcome: 'refused', refusal: { by: 'address-policy' } },
};

/** Targets of redirects; `PORT` stands for the victim's port. */
const targets = [
  'http://127.0.0.1:PORT/robots.txt',
  'http://127.0.0.2:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://017700000001:PORT/',
  'http://127.1:PORT/latest/meta-data/',
  'http://0:PORT/',
  'http://localhost:PORT/',
  'http://[::1]:PORT/',
  'http://[::]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://user:secret@127.0.0.1:PORT/',
  'http://public.example:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://100.100.100.200/latest/meta-data/',
  'http://10.0.0.1/',
  'http://192.168.0.1:PORT/',
  'http://172.16.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'https://public.example:PORT/',
  '//127.0.0.2:PORT/robots.txt',
  '\\\\127.0.0.2:PORT\\robots.txt',
  'http:\\\\127.0.0.2:PORT',
  'ftp://127.0.0.1:PORT/robots.txt',
  'ftp://public.example:PORT/robots.txt',
  'ftp://[::ffff:127.0.0.1]:PORT/robots.txt',
  'gemini://127.0.0.1:PORT/robots.txt',
  'gemini://0x7f.1:PORT/robots.txt',
  'gemini://LOCALHOST:PORT/robots.txt',
  'gemini://public.example:PORT/robots.txt',
];

describe('a redirect from a server that may be asked', () => {
  it.each(targets)('to %s is refused', async (target) => {
    const { port, acceptedConnections } = await victim();
    const location = target.replace('PORT', String(port));
    const first = await stage.start(
      startHttpOrigin({ '/robots.txt': { status: 302, headers: { location } } }),
    );
    expect(await check(first.origin, [first.origin])).toMatchObject(refused);
    expect([first.requests.length, acceptedConnections()]).toEqual([1, 0]);
    await untilLetGo(first);
  });

  it('is refused at the fifth hop as at the first', async () => {
    const { port, acceptedConnections } = await victim();
    const first = await stage.start(
      startHttpOrigin(({ path }) => {
        const hop = Number(path.split('?', 2)[1] ?? 0);
        const location = hop < 4 ? `/robots.txt?${hop + 1}` : `http://127.0.0.1:${port}/`;
        return { status: 307, headers: { location } };
      }),
    );
    expect(await check(first.origin, [first.origin])).toMatchObject(refused);
    expect([first.requests.length, acceptedConnections()]).toEqual([5, 0]);
  });

  it('over Gemini is refused', async () => {
    const { port, acceptedConnections } = await victim();
    const first = await stage.start(startGeminiOrigin(`31 http://127.0.0.1:${port}/\r\n`));
    expect(await check(first.origin, [first.origin])).toMatchObject(refused);
    expect(acceptedConnections()).toBe(0);
  });

  it('to itself under another name is refused: the name was not let through', async () => {
    const first = await stage.start(
      startHttpOrigin(({ headers }) =>
        headers['host']?.startsWith('127.')
          ? { status: 302, headers: { location: `http://localhost:${headers['host'].split(':')[1]}/` } }
          : RULES,
      ),
    );
    expect(await check(first.origin, [first.origin])).toMatchObject(refused);
    expect(first.acceptedConnections()).toBe(1);
  });

  it('to a second server that was let through, too, is followed', async () => {
    const second = await stage.start(startHttpOrigin({ '/x': RULES }));
    const first = await stage.start(
      startHttpOrigin({ '/robots.txt': { status: 302, headers: { location: `${second.origin}/x` } } }),
    );
    const { decision } = await check(first.origin, [first.origin, second.origin]);
    expect(decision).toMatchObject({ allowed: true, outcome: 'rules' });
  });
});

describe('FTP data connections', () => {
  it('are refused with the control connection', async () => {
    const origin = await stage.start(startFtpOrigin({ files: { 'robots.txt': RULES } }));
    expect(await check(origin.origin, [])).toMatchObject(refused);
    expect(origin.acceptedConnections()).toBe(0);
  });
});
