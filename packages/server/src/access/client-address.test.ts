/**
 * Tests how limits identify a client: by its address, by its IPv6 network, or by the address that a trusted proxy saw.
 */
import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

describe('a client', () => {
  it.each([
    ['an address', '192.0.2.1', '192.0.2.1'],
    ['one mapped into IPv6', '::ffff:192.0.2.1', '192.0.2.1'],
    ['one mapped, in other letters', '::FFFF:192.0.2.1', '192.0.2.1'],
    ['IPv6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['another of its network', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['zeros in front', '::1', '0:0:0:0::/64'],
    ['zeros at the end', '2001:db8::', '2001:db8:0:0::/64'],
    ['zeros in its midst', '2001:db8::5:6', '2001:db8:0:0::/64'],
    ['zeros that hide a group of the network', '2001::2:3:4:5:6', '2001:0:0:2::/64'],
    ['brackets', '[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['brackets and a port', '[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['a zone', 'fe80::1:2:3:4%eth0', 'fe80:0:0:0::/64'],
    ['a mapped address in hexadecimal', '::ffff:c000:201', '192.0.2.1'],
    ['a translated address', '64:ff9b::192.0.2.1', '192.0.2.1'],
    ['a translated address in hexadecimal', '64:FF9B::c000:201', '192.0.2.1'],
    ['a port', '192.0.2.1:4711', '192.0.2.1'],
    ['quotation marks', '"[2001:db8:1:2::9]:4711"', '2001:db8:1:2::/64'],
    ['quotation marks around IPv4', '"192.0.2.1:80"', '192.0.2.1'],
    ['zeros before a number', '192.0.2.01', '192.0.2.1'],
    ['one hexadecimal number', '0xc0000201', '192.0.2.1'],
    ['a parameter', 'FOR=192.0.2.1', 'unknown'],
    ['not an address', 'a:b', 'unknown'],
    ['text after a mapped address', '::ffff:192.0.2.1x', 'unknown'],
    ['text', 'unix', 'unknown'],
    ['none', undefined, 'unknown'],
    ['an empty one', '', 'unknown'],
  ])('with %s', (_, address, client) => {
    expect(clientAddress(address, null, 0)).toBe(client);
    expect(clientAddress(address, '198.51.100.1', 0), 'nobody is trusted').toBe(client);
    expect(clientAddress('203.0.113.1', address ?? '', 1)).toBe(address ? client : '203.0.113.1');
  });

  it.each([
    [1, '198.51.100.1, 198.51.100.2 ,198.51.100.3', '198.51.100.3'],
    [2, '198.51.100.1, 198.51.100.2 ,198.51.100.3', '198.51.100.2'],
    [3, '198.51.100.1, 198.51.100.2 ,198.51.100.3', '198.51.100.1'],
    [4, '198.51.100.1, 198.51.100.2 ,198.51.100.3', '203.0.113.1'],
    [1, null, '203.0.113.1'],
    [1, '198.51.100.1,', '203.0.113.1'],
  ])('behind %i trusted proxies, with %j', (proxies, forwardedFor, client) => {
    expect(clientAddress('203.0.113.1', forwardedFor, proxies)).toBe(client);
    if (client === '203.0.113.1') expect(clientAddress(undefined, forwardedFor, proxies)).toBe('unknown');
  });

  it('cannot take room with a long name', () => {
    expect(clientAddress('x'.repeat(100_000), null, 0)).toBe('unknown');
    expect(clientAddress(`[${':'.repeat(100_000)}`, null, 0)).toBe('unknown');
  });
});
