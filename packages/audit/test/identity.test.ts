/**
 * Tests what proves an identity, what refutes it, and what does neither. Covers each statement in docs/audit.md that
 * something never happens.
 */

import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { registryWith } from 'robots-exclusion/agents';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../src/identity/address.ts';
import {
  type AuditReport,
  audit,
  type Evidence,
  identify,
  readNames,
  readRanges,
  timeline,
} from '../src/index.ts';

const GPTBOT = 'GPTBot/1.3';
const BINGBOT = 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)';
const ranges = { ranges: readRanges({ GPTBot: ['192.0.2.0/28', '198.51.100.0/24', '2001:db8:7::/48'] }) };

describe('addresses', () => {
  it.each([
    ['192.0.2.7', 'range'],
    ['::ffff:192.0.2.7', 'range'],
    ['[::ffff:c000:207]:443', 'range'],
    ['64:ff9b::c000:207', 'range'],
    ['192.0.2.7:5123', 'range'],
    ['192.0.2.77', 'refuted'],
    ['2001:db8::1', 'refuted'],
    ['198.51.100.0', 'range'],
    ['192.0.2.0', 'unknown'],
    ['203.0.113.0', 'unknown'],
    ['203.0.0.0', 'unknown'],
    ['2001:db8:1:2::', 'unknown'],
    ['2001:db8:1::', 'unknown'],
    ['2001:db8:7:2::', 'range'],
    ['2001:db8::', 'unknown'],
    ['', 'unknown'],
    ['-', 'unknown'],
    ['crawl.example.com', 'unknown'],
    ['192.0.2.xxx', 'unknown'],
    ['192.0.2', 'unknown'],
    ['192.0.2.', 'unknown'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', 'unknown'],
    ['0x7f.1', 'unknown'],
  ])('%j is %s', (ip, grade) => {
    expect(identify(ip, GPTBOT, ranges).identity).toBe(grade);
  });

  it('whose last two octets were removed stand for a block that no /24 holds', () => {
    const evidence = { ranges: readRanges({ GPTBot: ['20.15.0.0/24'] }) };
    expect(identify('20.15.0.0', GPTBOT, evidence).identity).toBe('unknown');
    expect(identify('20.15.0.0', GPTBOT, { ranges: readRanges({ GPTBot: ['20.0.0.0/12'] }) }).identity).toBe(
      'range',
    );
  });

  it('of a list that another crawler of the operator publishes, too, are proven by it', () => {
    const google = { ranges: readRanges({ Googlebot: { prefixes: [{ ipv4Prefix: '66.249.64.0/27' }] } }) };
    expect(identify('66.249.64.3', 'Googlebot-Image/1.0', google).identity).toBe('range');
    expect(identify('66.249.64.3', 'AdsBot-Google', google).identity).toBe('claimed');
  });
});

const byte = fc.integer({ min: 0, max: 255 });
const v4 = (...first: number[]) =>
  fc.tuple(byte, byte, byte, byte).map((rest) => [...first, ...rest].slice(0, 4).join('.'));
const group = fc.integer({ min: 0, max: 0xffff }).map((part) => part.toString(16));
const v6 = (first: string) =>
  fc.array(group, { minLength: 7, maxLength: 7 }).map((rest) => [first, ...rest].join(':'));

/** Addresses of a site's own proxies: RFC 1918, 6598, 4193, 3927, 4291, loopback. */
const proxies = fc
  .oneof(
    v4(10),
    v4(192, 168),
    v4(127),
    v4(169, 254),
    fc.integer({ min: 16, max: 31 }).chain((second) => v4(172, second)),
    fc.integer({ min: 64, max: 127 }).chain((second) => v4(100, second)),
    v6('fd12'),
    v6('fc00'),
    v6('fe80'),
    fc.constantFrom('::1', '0.0.0.0', '::'),
  )
  .chain((address) =>
    fc.constantFrom(
      address,
      address.includes(':') ? `[${address}]:443` : `${address}:5123`,
      address.includes(':') ? `${address}%eth0` : `::ffff:${address}`,
    ),
  );

/** Anonymized addresses, shortened in each of the ways that programs use. */
const anonymised = fc.oneof(
  fc.tuple(byte, byte, byte).map((parts) => `${parts.join('.')}.0`),
  fc.tuple(byte, byte).map((parts) => `${parts.join('.')}.0.0`),
  fc
    .tuple(byte, byte, byte, fc.constantFrom('', '.', '.x', '.xxx', '.*'))
    .map(([a, b, c, end]) => `${a}.${b}.${c}${end}`),
  fc.array(group, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join(':')}::`),
  fc.uint8Array({ minLength: 8, maxLength: 32 }).map((octets) => Buffer.from(octets).toString('hex')),
  fc.uint8Array({ minLength: 8, maxLength: 32 }).map((octets) => Buffer.from(octets).toString('base64')),
  fc.constantFrom('', '-', 'unknown', 'crawl.example.com', 'unix:'),
);

/** Everything that could refute an identity: address lists, a host name of someone else, or no host name. */
const evidences: fc.Arbitrary<Evidence> = fc
  .tuple(fc.boolean(), fc.constantFrom(undefined, null, 'host.example'))
  .map(([hasRanges, name]) => ({
    ...(hasRanges && {
      ranges: readRanges({ GPTBot: ['20.15.240.64/28'], bingbot: ['40.77.167.0/24'] }),
    }),
    ...(name !== undefined && {
      namesOf: () => (name === null ? [] : [{ name, isConfirmed: true }]),
    }),
  }));

const agents = fc.constantFrom(GPTBOT, BINGBOT, 'CCBot/2.0', 'FooBot/1.0 (+https://foo.example/)');

const numRuns = { numRuns: runs(20_000, 100) };

it('the usual form of an address, which is parsed first, is parsed like the others', () => {
  const part = fc.oneof(
    fc.nat(270).map(String),
    fc.constantFrom('255', '256', '', '00', '1000', '0x1', '1e1'),
  );
  const texts = fc.array(part, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.'));
  fc.assert(
    fc.property(texts, (text) => {
      expect(addressOf(text)?.toString()).toBe(addressOf(` ${text}`)?.toString());
    }),
    numRuns,
  );
});

describe('what nobody can check', () => {
  it('is never refuted and never proven: the address of a proxy', () => {
    fc.assert(
      fc.property(proxies, agents, evidences, (ip, userAgent, evidence) => {
        expect(identify(ip, userAgent, evidence).identity).toMatch(/^(?:claimed|unknown)$/);
      }),
      numRuns,
    );
  });

  it('is never refuted and, without a block that holds all of it, never proven: an anonymised address', () => {
    fc.assert(
      fc.property(anonymised, agents, evidences, (ip, userAgent, evidence) => {
        expect(identify(ip, userAgent, evidence).identity).toBe('unknown');
      }),
      numRuns,
    );
  });

  it('is claimed where the caller says that claims are trusted', () => {
    for (const ip of ['192.0.2.0', '10.0.0.1', '', 'abcdef'])
      expect(identify(ip, GPTBOT, { ...ranges, trustClaims: true }).identity).toBe('claimed');
    expect(identify('192.0.2.77', GPTBOT, { ...ranges, trustClaims: true }).identity).toBe('refuted');
    expect(identify('192.0.2.0', 'Firefox/140.0', { trustClaims: true }).identity).toBe('unknown');
  });

  it('says why', () => {
    expect(identify('10.0.0.1', GPTBOT, ranges)).toEqual({
      token: 'GPTBot',
      identity: 'unknown',
      by: 'private address',
    });
    expect(identify('192.0.2.0', GPTBOT)).toMatchObject({ by: 'anonymised address' });
    expect(identify('', GPTBOT)).toMatchObject({ by: 'no address' });
    expect(identify('abcd', GPTBOT)).toMatchObject({ by: 'not an address' });
  });

  it('can be checked by a list of private addresses: that of a crawler of the site’s own network', () => {
    const own = { ranges: readRanges({ FooBot: ['10.1.0.0/16'] }) };
    expect(identify('10.1.2.3', 'FooBot/1.0 (+https://foo.example/)', own).identity).toBe('range');
    expect(identify('10.2.2.3', 'FooBot/1.0 (+https://foo.example/)', own).identity).toBe('refuted');
  });
});

describe('a cloud’s default name', () => {
  /** Names that clouds give to rented machines, in July 2026. */
  it.each([
    'ec2-192-0-2-1.compute-1.amazonaws.com',
    'ec2-192-0-2-1.eu-west-1.compute.amazonaws.com',
    'ec2-192-0-2-1.cn-north-1.compute.amazonaws.com.cn',
    '1.2.0.192.bc.googleusercontent.com',
    'vm1.westeurope.cloudapp.azure.com',
    'vm1.cloudapp.net',
    '192-0-2-1.ip.linodeusercontent.com',
    'li1-1.members.linode.com',
    '192.0.2.1.vultrusercontent.com',
    'static.1.2.0.192.clients.your-server.de',
    'ns1.ip-192-0-2.eu',
    'vps-12345678.vps.ovh.net',
    'vmi12345.contaboserver.net',
    '1-2-0-192.instances.scw.cloud',
    '1-2-0-192.rev.poneytelecom.eu',
    'ecs-192-0-2-1.compute.hwclouds-dns.com',
    '1.2.0.192.in-addr.arpa',
    'instance.subnet.vcn.oraclevcn.com',
  ])('%s never proves anything, even to an operator that documents it', (name) => {
    // Tests every suffix of the name that an operator could document, even `.com`.
    for (let at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1)) {
      const profile = {
        token: 'EvilBot',
        operator: 'Evil',
        source: 'https://a.example/',
        asOf: '2026-11-22',
        verification: [{ kind: 'reverse-dns', suffixes: [name.slice(at)] }],
      };
      const evidence = {
        registry: registryWith([profile]),
        namesOf: readNames({ '192.0.2.1': name, [name]: '192.0.2.1' }),
      };
      expect([name.slice(at), identify('192.0.2.1', 'EvilBot/1.0', evidence).identity]).toEqual([
        name.slice(at),
        'refuted',
      ]);
    }
  });
});

/** A log in which GPTBot fetches robots.txt, then requests disallowed paths, from one address. */
async function reportOf(address: string, evidence: Evidence = ranges): Promise<AuditReport> {
  const line = (path: string, at: string): string =>
    `${address} - - [05/Nov/2026:${at}:00:00 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "${GPTBOT}"\n`;
  const log = line('/robots.txt', '10') + line('/private/x', '11') + line('/open', '12');
  const history = timeline([{ from: 0, body: 'User-agent: *\nDisallow: /private/\n' }]);
  return audit([{ name: 'log', open: () => log }], { timeline: history, evidence });
}

describe('an audit', () => {
  it.each(['10.0.0.1', 'fd00::1', '203.0.113.0', '2001:db8:1::', '203.0.113', '5f4dcc3b5aa765d6', '-'])(
    'never counts a request from %s against the operator',
    async (address) => {
      const report = await reportOf(address);
      expect(report.classes).toMatchObject({ violation: 0, 'never-asked': 0, unidentified: 3 });
      expect(report.unverifiable).toBe(3);
      expect(report.spoofers).toEqual([]);
      expect(report.rules).toEqual([]);
      const [crawler] = report.crawlers;
      expect(crawler).toMatchObject({
        token: 'GPTBot',
        requests: 0,
        violations: 0,
        robotsFetches: 0,
        identity: { unknown: 3 },
        grades: { unknown: { requests: 3, robotsFetches: 1, violations: 0 } },
      });
      expect(report.notes.join()).toMatch(/3 requests are from an address that cannot be checked/);
      expect(report.logs[0]).toMatchObject({ hits: 3, skipped: 0 });
    },
  );

  it('counts them as claimed where claims are trusted, or a proxy’s address has nothing to be checked with', async () => {
    const trusted = await reportOf('203.0.113.0', { ...ranges, trustClaims: true });
    expect(trusted.classes).toMatchObject({ violation: 1, allowed: 2 });
    const unchecked = await reportOf('10.0.0.1', {});
    expect(unchecked.crawlers[0]?.grades).toMatchObject({ claimed: { violations: 1, allowed: 2 } });
  });

  it('does not let a sender that nobody can check ask for robots.txt in the crawler’s name', async () => {
    const line = (address: string, path: string, at: string): string =>
      `${address} - - [05/Nov/2026:${at}:00:00 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "${GPTBOT}"\n`;
    const log = line('10.0.0.9', '/robots.txt', '10') + line('192.0.2.7', '/private/x', '11');
    const history = timeline([{ from: 0, body: 'User-agent: *\nDisallow: /private/\n' }]);
    const report = await audit([{ name: 'log', open: () => log }], { timeline: history, evidence: ranges });
    expect(report.classes).toMatchObject({ 'never-asked': 1, violation: 0, unidentified: 1 });
  });
});
