/**
 * Tests identity with Google's complete published lists: the first and last address of every prefix, and the addresses
 * just outside it, while DNS works, fails, lies, or answers only some queries. The test itself computes from a list's
 * text which addresses the list contains.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type IdentityGrade, identify, readRanges } from '../src/index.ts';
import { type DnsResolver, lookUpNames } from '../src/node/index.ts';
import { soundResolver } from './sound-resolver.ts';

interface PublishedList {
  readonly creationTime: string;
  readonly prefixes: readonly { readonly ipv4Prefix?: string; readonly ipv6Prefix?: string }[];
}

const published = (name: string): PublishedList =>
  JSON.parse(readFileSync(new URL(`ranges/${name}.json`, import.meta.url), 'utf8')) as PublishedList;

const CRAWLERS = [
  [
    'Googlebot',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'common-crawlers',
  ],
  ['AdsBot-Google', 'AdsBot-Google (+http://www.google.com/adsbot.html)', 'special-crawlers'],
] satisfies Crawler[];

type Crawler = [token: string, userAgent: string, file: string];

/** A prefix as the numbers of its first and last address. */
interface Block {
  readonly first: bigint;
  readonly last: bigint;
  readonly bits: 32 | 128;
}

function blockOf(text: string): Block {
  const [address = '', length = ''] = text.split('/');
  const bits = address.includes(':') ? 128 : 32;
  const host = (1n << BigInt(bits - Number(length))) - 1n;
  const first = bits === 128 ? numberOf6(address) : numberOf4(address);
  return { first, last: first | host, bits };
}

function numberOf4(address: string): bigint {
  return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function numberOf6(address: string): bigint {
  const [head = '', tail = ''] = address
    .split('::')
    .map((half) => half.split(':').filter((part) => part !== ''));
  const parts = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  return parts.reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
}

function textOf(number: bigint, bits: 32 | 128): string {
  const size = bits === 32 ? 8n : 16n;
  const count = bits === 32 ? 4 : 8;
  const parts = Array.from(
    { length: count },
    (_, at) => (number >> (size * BigInt(count - 1 - at))) & ((1n << size) - 1n),
  );
  if (bits === 32) return parts.join('.');
  // RFC 5952 defines the form that logs and DNS use.
  return new URL(`http://[${parts.map((part) => part.toString(16)).join(':')}]`).hostname.slice(1, -1);
}

/**
 * Addresses just inside and just outside the blocks of a list. The address after an even boundary is used instead of
 * the boundary, because the identity of an address that ends in zero cannot be determined: it may be anonymised.
 */
function edgesOf({ prefixes }: PublishedList): { inside: string[]; outside: string[] } {
  const blocks = prefixes.map(({ ipv4Prefix, ipv6Prefix }) => blockOf(ipv4Prefix ?? ipv6Prefix ?? ''));
  const isInside = (number: bigint, bits: number): boolean =>
    blocks.some((block) => block.bits === bits && block.first <= number && number <= block.last);
  return {
    inside: blocks.flatMap(({ first, last, bits }) => [textOf(first | 1n, bits), textOf(last, bits)]),
    outside: blocks.flatMap(({ first, last, bits }) =>
      [first - 1n, (last + 1n) | 1n]
        .filter((number) => !isInside(number, bits))
        .map((number) => textOf(number, bits)),
    ),
  };
}

const fault = (code: string): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));

const failing = (code: string): DnsResolver => ({ reverse: () => fault(code), forward: () => fault(code) });

/** Answers that arrive after every timeout. */
const slow: DnsResolver = {
  reverse: () => new Promise(() => {}),
  forward: () => new Promise(() => {}),
};

function half(): DnsResolver {
  let count = 0;
  const every = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
    count++ % 2 === 0 ? ask() : fault('ESERVFAIL');
  return {
    reverse: (address) => every(() => soundResolver.reverse(address)),
    forward: (name, family) => every(() => soundResolver.forward(name, family)),
  };
}

/**
 * Network conditions under which no address outside the lists may be refuted, because not every documented method can
 * be tried.
 */
const NETWORKS: readonly (readonly [network: string, resolver: DnsResolver])[] = [
  ['none', failing('ECONNREFUSED')],
  ['NXDOMAIN for everything', failing('ENOTFOUND')],
  ['NODATA for everything', failing('ENODATA')],
  ['SERVFAIL', failing('ESERVFAIL')],
  ['slow', slow],
  ['half', half()],
];

/** The grades of addresses, without duplicates. */
async function gradesOf(
  addresses: readonly string[],
  [token, userAgent, file]: Crawler,
  resolver: DnsResolver,
): Promise<Set<IdentityGrade>> {
  const list = published(file);
  const names = lookUpNames(resolver, { timeoutMs: resolver === slow ? 20 : 60_000 });
  await names.lookUp(addresses);
  const evidence = { ranges: readRanges({ [token]: list }), namesOf: names.namesOf };
  return new Set(addresses.map((address) => identify(address, userAgent, evidence).identity));
}

describe.each(CRAWLERS)('%s, by the list that its operator published', (...crawler) => {
  const { inside, outside } = edgesOf(published(crawler[2]));

  it('has hundreds of prefixes of both families', () => {
    expect(inside.length).toBeGreaterThan(500);
    expect(outside.length).toBeGreaterThan(20);
    expect(new Set(inside.map((address) => address.includes(':'))).size).toBe(2);
  });

  it.each([['sound', soundResolver] as const, ...NETWORKS])(
    'is proven at both ends of every prefix where DNS is %s',
    async (_, resolver) => {
      expect([...(await gradesOf(inside, crawler, resolver))]).toEqual(['range']);
    },
  );

  it('is refuted just outside where DNS is sound', async () => {
    expect([...(await gradesOf(outside, crawler, soundResolver))]).toEqual(['refuted']);
  });

  it.each(NETWORKS)('is neither proven nor refuted just outside where DNS is %s', async (_, resolver) => {
    expect([...(await gradesOf(outside, crawler, resolver))]).toEqual(['claimed']);
  });
});
