import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createResolver, isOfSystem, type Resolve, readHosts } from './resolver.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const types = { 1: 'A', 28: 'AAAA' } as Record<number, 'A' | 'AAAA'>;

/** A name server's response: addresses with a time to live, a response code (RFC 1035 §4.1.1), or no response. */
type Say = { addresses: Buffer[]; ttl?: number } | { code: number } | 'nothing';

/** A scripted name server on loopback (RFC 1035 §4.1). */
async function nameServer(script: (name: string, type: 'A' | 'AAAA') => Say | Promise<Say>) {
  const asked: string[] = [];
  const socket: Socket = createSocket('udp4');
  socket.on('message', async (question, { port, address }: RemoteInfo) => {
    const { name, type, end } = readQuestion(question);
    asked.push(`${type} ${name}`);
    const say = await script(name, type);
    if (say === 'nothing') return;
    const records = 'addresses' in say ? say.addresses : [];
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180 | ('code' in say ? say.code : 0), 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    const ttl = 'ttl' in say ? (say.ttl ?? 60) : 60;
    const answers = records.map((data) => record(data, ttl));
    socket.send(Buffer.concat([head, question.subarray(12, end), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  closers.push(() => socket.close());
  return { asked, server: `127.0.0.1:${(socket.address() as AddressInfo).port}` };
}

function readQuestion(octets: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = octets[at]!; length > 0; length = octets[at]!) {
    labels.push(octets.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: types[octets.readUInt16BE(at + 1)]!, end: at + 5 };
}

function record(data: Buffer, ttl: number): Buffer {
  const head = Buffer.from([0xc0, 0x0c, 0, data.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length]);
  head.writeUInt32BE(ttl, 6);
  return Buffer.concat([head, data]);
}

const v4 = (...octets: number[]): Buffer => Buffer.from(octets);
const v6 = Buffer.from('20010db8000000000000000000000001', 'hex');
const absent = { code: 3 };
const nobody: Resolve = (name, _, callback) =>
  callback(Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' }), []);

function ask(resolve: Resolve, name: string): Promise<LookupAddress[]> {
  return new Promise((settle, reject) => {
    resolve(name, { all: true }, (error, addresses) => (error ? reject(error) : settle(addresses)));
  });
}

describe('a resolver', () => {
  it('gives the addresses of both families, IPv4 first', async () => {
    const { server } = await nameServer((_, type) => ({ addresses: [type === 'A' ? v4(192, 0, 2, 1) : v6] }));
    const resolve = createResolver({ servers: [server], lookup: nobody });
    expect(await ask(resolve, 'both.example')).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
  });

  it('with names whose servers never answer resolves others meanwhile: more than libuv has threads', async () => {
    const { server, asked } = await nameServer((name) =>
      name.startsWith('slow') ? 'nothing' : { addresses: [v4(192, 0, 2, 7)] },
    );
    const resolve = createResolver({ servers: [server], lookup: nobody });
    let slowAnswers = 0;
    const slow = Array.from({ length: 64 }, (_, index) =>
      ask(resolve, `slow${index}.example`)
        .catch(() => {})
        .finally(() => slowAnswers++),
    );
    await expect.poll(() => asked.filter((each) => each.includes('slow')).length).toBeGreaterThanOrEqual(64);
    expect(await ask(resolve, 'quick.example')).toContainEqual({ address: '192.0.2.7', family: 4 });
    expect([slow.length, slowAnswers]).toEqual([64, 0]);
  });

  it('asks once for a name that many want, and not again within its time to live', async () => {
    const { server, asked } = await nameServer(() => ({ addresses: [v4(192, 0, 2, 1)], ttl: 60 }));
    const resolve = createResolver({ servers: [server], lookup: nobody });
    await Promise.all(Array.from({ length: 20 }, () => ask(resolve, 'Many.example')));
    await ask(resolve, 'many.example');
    expect(asked.filter((each) => each.startsWith('A '))).toHaveLength(1);
  });

  it('keeps nothing that has no time to live', async () => {
    const { server, asked } = await nameServer(() => ({ addresses: [v4(192, 0, 2, 1)], ttl: 0 }));
    const resolve = createResolver({ servers: [server], lookup: nobody });
    await ask(resolve, 'zero.example');
    await ask(resolve, 'zero.example');
    expect(asked.filter((each) => each.startsWith('A '))).toHaveLength(2);
  });

  it('keeps no failure', async () => {
    let isUp = false;
    const { server } = await nameServer(() => (isUp ? { addresses: [v4(192, 0, 2, 1)] } : { code: 2 }));
    const resolve = createResolver({ servers: [server], lookup: nobody });
    await expect(ask(resolve, 'back.example')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    isUp = true;
    expect(await ask(resolve, 'back.example')).toContainEqual({ address: '192.0.2.1', family: 4 });
  });

  it('asks the system what DNS does not know, and only that', async () => {
    const { server } = await nameServer((name) => (name === 'broken.example' ? { code: 2 } : absent));
    const toSystem: string[] = [];
    const lookup: Resolve = (name, _, callback) => {
      toSystem.push(name);
      callback(null, [{ address: '10.0.0.1', family: 4 }]);
    };
    const resolve = createResolver({ servers: [server], lookup });
    expect(await ask(resolve, 'api.prod')).toEqual([{ address: '10.0.0.1', family: 4 }]);
    expect(await ask(resolve, 'printer.local')).toHaveLength(1);
    expect(await ask(resolve, 'intranet')).toHaveLength(1);
    await expect(ask(resolve, 'broken.example')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    expect(toSystem).toEqual(['api.prod', 'printer.local', 'intranet']);
  });

  it('asks the system where no name server is', async () => {
    const { server } = await nameServer(() => absent);
    for (const close of closers.splice(0)) close();
    const lookup: Resolve = (_, __, callback) => callback(null, [{ address: '10.0.0.2', family: 4 }]);
    const resolve = createResolver({ servers: [server], lookup });
    expect(await ask(resolve, 'example.com')).toEqual([{ address: '10.0.0.2', family: 4 }]);
  });

  it('follows the hosts file of this machine before DNS', async () => {
    const { server, asked } = await nameServer(() => ({ addresses: [v4(192, 0, 2, 9)] }));
    const addresses = await ask(createResolver({ servers: [server] }), 'localhost');
    expect(addresses.every(({ address }) => /^(?:127\.|::1$)/.test(address))).toBe(true);
    expect(asked).toEqual([]);
  });

  it('answers a name that cannot be asked for with an error', async () => {
    const { server } = await nameServer(() => absent);
    const resolve = createResolver({ servers: [server], lookup: nobody });
    await expect(ask(resolve, `${'a'.repeat(64)}.example`)).rejects.toHaveProperty('code');
    await expect(ask(resolve, 'a..example')).rejects.toHaveProperty('code');
  });
});

it('hosts(5): addresses, names in any case, comments, names in several lines', () => {
  const text =
    '# local\n127.0.0.1\tlocalhost Box # this one\n::1 localhost\n\n10.0.0.9 db.example\n10.0.0.9 db.example\nnone x\n';
  expect(Object.fromEntries(readHosts(text))).toEqual({
    localhost: [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ],
    box: [{ address: '127.0.0.1', family: 4 }],
    'db.example': [{ address: '10.0.0.9', family: 4 }],
  });
});

it.each([
  ['localhost', true],
  ['intranet', true],
  ['a.localhost', true],
  ['printer.local.', true],
  ['local.example', false],
  ['example.com', false],
])('isOfSystem(%s): %s', (name, expected) => {
  expect(isOfSystem(name)).toBe(expected);
});
