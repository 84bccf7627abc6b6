/**
 * Targets with which an attacker could make the client connect to services that only the client's machine can reach.
 * Under `public-only`, each is refused before a connection is opened. Under `any`, the client does connect to the
 * targets that mean 127.0.0.1.
 */

import { createServer } from 'node:net';
import {
  createFtpTransport,
  createGeminiTransport,
  createHttpTransport,
  type Resolve,
  type Transport,
} from '@robots-exclusion/client';
import { createStage, listenOnLoopback, sendHop } from '@robots-exclusion/testkit';
import * as basicFtp from 'basic-ftp';
import { afterEach, describe, expect, it } from 'vitest';

const stage = createStage();

afterEach(stage.clear);

/** Hosts that mean 127.0.0.1 in a URL. */
const loopback = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7F.0x0.0x0.0x1',
  '0x7f.1',
  '017700000001',
  '0177.0.0.01',
  '0177.0x0.0.1',
  '%31%32%37%2e0%2E0.1',
  '127%2E0.0.1',
  '127。0。0。1',
  '\uff11\uff12\uff17.0.0.1',
  '①②⑦.⓪.⓪.①',
  'user:secret@127.0.0.1',
  'example.com@127.0.0.1',
];

/** Hosts that mean another non-public address, or 127.0.0.1 through IPv6. */
const others = [
  '0',
  '0.0.0.0',
  '127.0.0.2',
  '127.255.255.254',
  '10.0.0.1',
  '0xa000001',
  '012.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '3232235521',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '①⑥⑨.②⑤④.①⑥⑨.②⑤④',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::1]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:7f00:1::]',
  '[2001:0:808:808::80ff:fffe]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
];

const schemes: [scheme: string, transport: Transport][] = [
  ['http', createHttpTransport({ connectTimeoutMs: 60_000 })],
  ['https', createHttpTransport({ connectTimeoutMs: 60_000 })],
  ['ftp', createFtpTransport({ basicFtp, connectTimeoutMs: 60_000 })],
  ['gemini', createGeminiTransport({ connectTimeoutMs: 60_000 })],
];

const publicOnly = { addressPolicy: { allow: 'public-only' } } as const;
const refused = { code: 'ERR_ROBOTS_ADDRESS_REFUSED' };

/** The URL as the client would pass it to a transport: serialized, without user information. */
function serialised(url: string): string {
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}

describe.each(schemes)('%s: addresses', (scheme, transport) => {
  it.each([...loopback, ...others])('%s is refused', async (host) => {
    const victim = await stage.start(listenOnLoopback(createServer()));
    const url = serialised(`${scheme}://${host}:${victim.port}/robots.txt`);
    await expect(sendHop(transport, url, publicOnly)).rejects.toMatchObject(refused);
    expect(victim.acceptedConnections()).toBe(0);
  });

  it.each(loopback)('%s would have been reached', async (host) => {
    const victim = await stage.start(listenOnLoopback(createServer((socket) => socket.end())));
    const url = serialised(`${scheme}://${host}:${victim.port}/robots.txt`);
    await expect(sendHop(transport, url)).rejects.toMatchObject({ code: expect.any(String) });
    expect(victim.acceptedConnections()).toBe(1);
  });
});

describe('names', () => {
  const answers: [name: string, addresses: string[]][] = [
    ['private', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['mapped', ['::ffff:127.0.0.1']],
    ['metadata', ['169.254.169.254']],
    ['link local with zone', ['fe80::1%1']],
    ['this network', ['0.0.0.0']],
    ['public first, private second', ['93.184.216.34', '127.0.0.1']],
    ['private first, public second', ['127.0.0.1', '93.184.216.34']],
    ['public IPv4, unique local IPv6', ['93.184.216.34', 'fd00::1']],
    ['something that is not an address', ['localhost']],
  ];

  const transportsWith = (resolve: Resolve): [string, Transport][] => [
    ['http', createHttpTransport({ resolve })],
    ['https', createHttpTransport({ resolve })],
    ['ftp', createFtpTransport({ basicFtp, resolve })],
    ['gemini', createGeminiTransport({ resolve })],
  ];

  it.each(answers)('that resolve to %s are refused', async (_name, addresses) => {
    let asked = 0;
    const resolve: Resolve = (_host, _options, callback) => {
      asked++;
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    };
    const transports = transportsWith(resolve);
    for (const [scheme, transport] of transports) {
      const sending = sendHop(transport, `${scheme}://public.example/robots.txt`, publicOnly);
      await expect(sending, scheme).rejects.toMatchObject(refused);
    }
    expect(asked).toBe(transports.length);
  });

  it.each(['localhost', 'LOCALHOST', 'LocalHost'])(
    '%s is refused, as this machine itself resolves it',
    async (host) => {
      const victim = await stage.start(listenOnLoopback(createServer()));
      for (const [scheme, transport] of schemes) {
        const url = serialised(`${scheme}://${host}:${victim.port}/robots.txt`);
        await expect(sendHop(transport, url, publicOnly), scheme).rejects.toMatchObject(refused);
      }
      expect(victim.acceptedConnections()).toBe(0);
    },
  );
});

describe('single origins let through', () => {
  it('lets only the named port and scheme through', async () => {
    const named = await stage.start(listenOnLoopback(createServer((socket) => socket.end())));
    const other = await stage.start(listenOnLoopback(createServer()));
    const policy = {
      addressPolicy: { allow: 'public-only', alsoOrigins: [`http://127.0.0.1:${named.port}`] },
    } as const;
    const http = createHttpTransport();
    await expect(sendHop(http, `http://127.0.0.1:${named.port}/`, policy)).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
    for (const url of [
      `http://127.0.0.1:${other.port}/`,
      `https://127.0.0.1:${named.port}/`,
      `http://localhost:${named.port}/`,
    ]) {
      await expect(sendHop(http, url, policy), url).rejects.toMatchObject(refused);
    }
    expect([named.acceptedConnections(), other.acceptedConnections()]).toEqual([1, 0]);
  });
});
