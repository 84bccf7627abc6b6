import { describe, expect, it } from 'vitest';
import { addressCheck, isPublicAddress } from './address-policy.ts';

const notPublic: [address: string, why: string][] = [
  ['0.0.0.0', 'this host'],
  ['0.255.255.255', 'this network'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.0', 'CGNAT'],
  ['100.100.100.200', 'CGNAT, Alibaba metadata'],
  ['100.127.255.255', 'CGNAT'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['168.63.129.16', 'Azure platform'],
  ['169.254.0.1', 'link local'],
  ['169.254.169.254', 'cloud metadata'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.192', 'Oracle metadata'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'benchmarking'],
  ['198.19.255.255', 'benchmarking'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'IPv4-compatible'],
  ['::8.8.8.8', 'IPv4-compatible, deprecated'],
  ['::ffff:127.0.0.1', 'mapped loopback'],
  ['::ffff:7f00:1', 'mapped loopback in hexadecimal'],
  ['0:0:0:0:0:ffff:a00:1', 'mapped private, written out'],
  ['::ffff:169.254.169.254', 'mapped metadata'],
  ['::ffff:0:127.0.0.1', 'IPv4-translated (SIIT)'],
  ['64:ff9b::127.0.0.1', 'NAT64 of loopback'],
  ['64:ff9b::a9fe:a9fe', 'NAT64 of metadata'],
  ['64:ff9b:1::1', 'local-use NAT64'],
  ['100::1', 'discard only'],
  ['2001::1', 'Teredo with server 0.0.0.0'],
  ['2001:0:7f00:1::f7f7:f7f7', 'Teredo with a loopback server'],
  ['2001:0:4136:e378:8000:63bf:80ff:fffe', 'Teredo with a loopback client'],
  ['2001:2::1', 'benchmarking'],
  ['2001:10::1', 'ORCHID'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', '6to4 of loopback'],
  ['2002:a00:1::1', '6to4 of private'],
  ['2002:c0a8:101::1', '6to4 of private'],
  ['3fff::1', 'documentation'],
  ['4000::1', 'not given out'],
  ['5f00::1', 'segment routing'],
  ['fc00::1', 'unique local'],
  ['fd00:ec2::254', 'AWS metadata'],
  ['fe80::1', 'link local'],
  ['fe80::1%eth0', 'link local with zone'],
  ['febf::1', 'link local'],
  ['fec0::1', 'site local'],
  ['ff02::1', 'multicast'],
  ['localhost', 'no address'],
  ['127.1', 'no address in this form'],
  ['', 'nothing'],
];

const isPublic = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2002:808:808::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '3ffe::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2001:0:4136:e378:8000:63bf:f7f7:f7f7',
];

describe('IANA special-purpose address registries (RFC 6890)', () => {
  it.each(notPublic)('%s is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(isPublic)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('the policy of a request', () => {
  const check = (url: string, alsoOrigins?: string[]) =>
    addressCheck({ allow: 'public-only', ...(alsoOrigins && { alsoOrigins }) }, new URL(url));
  const refusal = expect.objectContaining({ code: 'ERR_ROBOTS_ADDRESS_REFUSED' });

  it('refuses with a code and names host and address', () => {
    expect(() => check('http://intranet:8080/robots.txt')('10.1.2.3')).toThrow(refusal);
    expect(() => check('http://intranet:8080/robots.txt')('10.1.2.3')).toThrow(
      'Cannot connect to "intranet:8080": 10.1.2.3 is not a public address',
    );
  });

  it('lets everything pass when it allows any', () => {
    expect(() => addressCheck({ allow: 'any' }, new URL('http://a/'))('127.0.0.1')).not.toThrow();
  });

  it.each([
    ['http://127.0.0.1:8080/robots.txt', 'http://127.0.0.1:8080'],
    ['http://127.0.0.1/robots.txt', 'HTTP://0x7F.1:80/'],
    ['https://intranet.example./x', 'https://INTRANET.example'],
    ['gemini://LOCALHOST:1965/', 'gemini://localhost'],
    ['http://[::1]/', 'http://[0:0:0:0:0:0:0:1]:80'],
    ['http://xn--exmple-cua.test/', 'http://exämple.test'],
  ])('lets %s through for %s', (url, origin) => {
    expect(() => check(url, [origin])('127.0.0.1')).not.toThrow();
  });

  it.each([
    ['http://127.0.0.1:8081/', 'http://127.0.0.1:8080'],
    ['https://127.0.0.1/', 'http://127.0.0.1'],
    ['http://localhost/', 'http://127.0.0.1'],
    ['http://a.intranet/', 'http://intranet'],
    ['http://intranet.evil/', 'http://intranet'],
    ['gemini://localhost/', 'http://localhost:1965'],
  ])('does not let %s through for %s', (url, origin) => {
    expect(() => check(url, [origin])('127.0.0.1')).toThrow(refusal);
  });

  it('wants URLs as origins', () => {
    expect(() => check('http://a/', ['localhost'])).toThrow(TypeError);
  });
});
