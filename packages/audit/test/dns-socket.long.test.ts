/**
 * Tests identity by DNS over a real UDP socket, with a server that hangs, fails, lies, or answers only some queries.
 * None of this may refute a real crawler or prove a fake one.
 */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { audit, readRanges, timeline } from '../src/index.ts';
import { lookUpNames, systemResolver } from '../src/node/index.ts';

const [A, PTR, AAAA] = [1, 12, 28];
const REAL = '66.249.66.1';
const IMPOSTOR = '203.0.113.9';

/** The names of the public resolvers that a look-up queries to test DNS, and of one of Google's crawlers. */
const ZONE: Readonly<Record<string, readonly string[]>> = {
  'dns.google': ['8.8.8.8', '8.8.4.4', '2001:4860:4860::8888', '2001:4860:4860::8844'],
  'one.one.one.one': ['1.1.1.1', '1.0.0.1', '2606:4700:4700::1111'],
  'dns9.quad9.net': ['9.9.9.9'],
  'crawl-66-249-66-1.googlebot.com': [REAL],
};

interface Question {
  readonly name: string;
  readonly type: number;
  readonly query: Buffer;
}

function questionIn(query: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), query };
}

/** RFC 1035 §4.1: the header, the question as received, and answers that refer to the question's name. */
function reply({ query, type }: Question, code: number, data: readonly Buffer[]): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(data.length, 6);
  header.writeUInt32BE(0, 8);
  const records = data.map((one) => {
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(60, 6);
    record.writeUInt16BE(one.length, 10);
    return Buffer.concat([record, one]);
  });
  return Buffer.concat([header, query.subarray(12, end), ...records]);
}

function nameData(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** The octets of an address. The name of its PTR record lists them in reverse order. */
function octetsOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string): number[] =>
    (text === '' ? [] : text.split(':')).map((one) => Number.parseInt(one, 16));
  const [first, last] = [groups(head), groups(tail)];
  const all = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}

function pointerOf(address: string): string {
  const octets = octetsOf(address);
  if (octets.length === 4) return `${[...octets].reverse().join('.')}.in-addr.arpa`;
  return `${[...octets.toString('hex')].reverse().join('.')}.ip6.arpa`;
}

/** The response from a server that knows the zone. */
function sound(question: Question): Buffer {
  const { name, type } = question;
  if (type === PTR) {
    const names = Object.keys(ZONE).filter((one) =>
      ZONE[one]?.some((address) => pointerOf(address) === name),
    );
    return reply(question, names.length > 0 ? 0 : 3, names.map(nameData));
  }
  const octets = (ZONE[name] ?? []).map(octetsOf).filter(({ length }) => length === (type === AAAA ? 16 : 4));
  return reply(question, octets.length > 0 ? 0 : 3, octets);
}

/** Whether a query is about the crawler, and not a test of DNS itself. */
function isAboutCrawler({ name }: Question): boolean {
  return name === pointerOf(REAL) || name === 'crawl-66-249-66-1.googlebot.com';
}

type Server = (question: Question, count: number) => Buffer | undefined;

const [SERVFAIL, NXDOMAIN, REFUSED] = [2, 3, 5];
const failing =
  (code: number): Server =>
  (question) =>
    reply(question, code, []);

const FAULTS: readonly (readonly [fault: string, server: Server])[] = [
  ['never answers', () => undefined],
  ['answers SERVFAIL', failing(SERVFAIL)],
  ['answers NXDOMAIN to everything', failing(NXDOMAIN)],
  ['answers REFUSED', failing(REFUSED)],
  ['answers NODATA to everything', failing(0)],
  ['answers every second question', (question, count) => (count % 2 === 0 ? sound(question) : undefined)],
  [
    'fails for every third question',
    (question, count) => (count % 3 === 0 ? reply(question, SERVFAIL, []) : sound(question)),
  ],
  ['hangs for the crawler only', (question) => (isAboutCrawler(question) ? undefined : sound(question))],
  [
    'answers SERVFAIL for the crawler only',
    (question) => (isAboutCrawler(question) ? reply(question, SERVFAIL, []) : sound(question)),
  ],
  ['sends half of each answer', (question) => sound(question).subarray(0, 20)],
  ['sends octets that are no message', () => Buffer.from('nonsense')],
  [
    'answers under another id',
    (question) => Buffer.concat([Buffer.from([0, 0]), sound(question).subarray(2)]),
  ],
  [
    'answers another question',
    (question) =>
      sound({
        ...question,
        query: Buffer.concat([
          question.query.subarray(0, 12),
          nameData('other.example'),
          question.query.subarray(-4),
        ]),
      }),
  ],
  [
    'sets the bit for a truncated answer',
    (question) => {
      const answer = Buffer.from(sound(question));
      answer[2] = (answer[2] ?? 0) | 2;
      return answer;
    },
  ],
];

async function serve(server: Server): Promise<string> {
  const socket: Socket = createSocket('udp4');
  let count = 0;
  socket.on('message', (query: Buffer, { port, address }: RemoteInfo) => {
    const answer = server(questionIn(query), count++);
    if (answer) socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${(socket.address() as AddressInfo).port}`;
}

const LOG = [REAL, IMPOSTOR]
  .map(
    (address) =>
      `${address} - - [05/Nov/2026:10:00:00 +0000] "GET /private/x HTTP/1.1" 200 5 "-" "Googlebot/2.1"\n`,
  )
  .join('');

/** The identities of the two requests, in order. */
async function identitiesBy(server: Server): Promise<string[]> {
  const names = lookUpNames(systemResolver([await serve(server)]));
  const identities: string[] = [];
  await audit([{ name: 'access.log', open: () => LOG }], {
    timeline: timeline([{ from: 0, body: 'User-agent: *\nDisallow: /private/\n' }]),
    // All other documented methods have been tried, so DNS decides.
    evidence: { namesOf: names.namesOf, ranges: readRanges({ Googlebot: ['198.51.100.0/24'] }) },
    lookUp: names.lookUp,
    onFindings: (findings) => void identities.push(...findings.map(({ identity }) => identity)),
  });
  return identities;
}

describe('DNS over a socket', () => {
  it('that works proves the crawler and refutes who borrows its name', async () => {
    expect(await identitiesBy(sound)).toEqual(['reverse-dns', 'refuted']);
  });

  it.each(FAULTS)('that %s refutes no real crawler and proves nobody', async (_, server) => {
    const [real, impostor] = await identitiesBy(server);
    expect(real).not.toBe('refuted');
    expect(impostor).not.toBe('reverse-dns');
  });

  it.each(FAULTS.slice(0, 7))('that %s says nothing of anybody', async (_, server) => {
    const identities = await identitiesBy(server);
    expect(identities).not.toContain('refuted');
  });

  it('that makes up answers proves nobody', async () => {
    const liar: Server = (question) =>
      question.type === PTR
        ? reply(question, 0, [nameData('crawl-203-0-113-9.googlebot.com')])
        : reply(question, 0, [question.type === A ? octetsOf(IMPOSTOR) : octetsOf('2001:db8::1')]);
    expect(await identitiesBy(liar)).not.toContain('reverse-dns');
  });
});
