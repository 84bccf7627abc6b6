/**
 * Tests the protection against DNS rebinding: a request is answered only if its host is a name of the service or the
 * service's own address.
 */
import { describe, expect, it } from 'vitest';
import { hostCheck, isLoopbackHost } from './hosts.ts';

describe('a Host field', () => {
  const own = '192.0.2.7';

  it.each([
    ['the name', ['robots.example'], 'robots.example', true],
    ['the name in other letters', ['Robots.example'], 'ROBOTS.Example', true],
    ['the name as root', ['robots.example'], 'robots.example.', true],
    ['an entry as root', ['robots.example.'], 'robots.example', true],
    ['any port of a name', ['robots.example'], 'robots.example:8080', true],
    ['the port of an entry', ['robots.example:8080'], 'robots.example:8080', true],
    ['the default port of an entry', ['robots.example:80'], 'robots.example', true],
    ['the default port in both', ['robots.example:80'], 'robots.example:80', true],
    ['another port', ['robots.example:8080'], 'robots.example:8081', false],
    ['no port', ['robots.example:8080'], 'robots.example', false],
    ['another name', ['robots.example'], 'evil.example', false],
    ['a name that begins so', ['robots.example'], 'robots.example.evil.example', false],
    ['a name that ends so', ['robots.example'], 'evil-robots.example', false],
    ['the own address', [], own, true],
    ['the own address with a port', [], `${own}:1`, true],
    ['another address', [], '192.0.2.8', false],
    ['the own address in another spelling', [], '0xC0.0.2.7', true],
    ['an allowed IPv6 address', ['2001:db8::1'], '[2001:DB8:0::1]', true],
    ['an allowed IPv6 address with a port', ['[2001:db8::1]:8080'], '[2001:db8::1]:8080', true],
    ['an IPv6 address with another port', ['[2001:db8::1]:8080'], '[2001:db8::1]:8081', false],
    ['an allowed address mapped into IPv6', ['::ffff:192.0.2.9'], '192.0.2.9', true],
    ['user information', ['robots.example'], 'me@robots.example', false],
    ['a path', ['robots.example'], 'robots.example/a', false],
    ['a port that is too long', ['robots.example'], 'robots.example:123456', false],
    ['a port that is none', ['robots.example'], 'robots.example:65536', false],
    ['an empty port', ['robots.example'], 'robots.example:', false],
    ['text after it', ['robots.example'], 'robots.example x', false],
    ['text before it', ['robots.example'], ' robots.example', false],
    ['an empty name', ['robots.example'], '', false],
    ['a root alone', ['robots.example'], '.', false],
    ['no field', ['robots.example'], null, false],
    ['the longest', ['robots.example'], `${'a.'.repeat(116)}robots.example:8080`, false],
  ])('with %s', (_, allowed, host, isKnown) => {
    expect(hostCheck(allowed)(host, own)).toBe(isKnown);
  });

  it.each([
    ['::1', '[::1]'],
    ['fe80::1%eth0', '[fe80::1]'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:DB8::0:1', '[2001:db8::1]:99'],
  ])('names the address %s at which the connection arrived', (localAddress, host) => {
    expect(hostCheck([])(host, localAddress)).toBe(true);
    expect(hostCheck([])(host, undefined)).toBe(false);
  });

  it('is judged anew for another name and another address', () => {
    const check = hostCheck(['robots.example']);
    const asked = (host: string, address: string) => check(host, address);
    expect(asked('robots.example', own)).toBe(true);
    expect(asked('evil.example', own)).toBe(false);
    expect(asked('evil.example', own)).toBe(false);
    expect(asked(own, own)).toBe(true);
    expect(asked(own, '192.0.2.8')).toBe(false);
    expect(asked('robots.example', own)).toBe(true);
  });

  it('is not parsed if no name is so long', () => {
    const long = `${'a'.repeat(246)}.example`;
    expect(long).toHaveLength(254);
    const check = hostCheck([long]);
    expect(check(`${long}:65535`, undefined)).toBe(true);
    expect(check(`${long}.:65535`, undefined)).toBe(false);
  });
});

describe('an entry of allowHosts', () => {
  it.each(['', 'a b', 'http://a.example', 'a.example/', 'me@a.example', 'a.example:port', '[::1', '::zz'])(
    '%j is an error that says what is expected',
    (entry) => {
      expect(() => hostCheck([entry])).toThrow(
        new TypeError(
          `Cannot allow the host "${entry}": expected a name or an address, with or without a port`,
        ),
      );
    },
  );
});

describe('a Host that refers to the own machine', () => {
  it.each([
    'localhost',
    'LOCALHOST:80',
    'localhost.',
    '127.0.0.1',
    '127.1',
    '127.255.0.3:9',
    '[::1]',
    '[::1]:8',
  ])('%s does', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each([
    ...[
      '',
      'robots.example',
      'localhost.evil.example',
      '127.evil.example',
      '127.0.0.1.evil.example',
      '[::2]',
    ],
    ...['evil-127.0.0.1.example', '0.0.0.0', '10.0.0.1', 'a@localhost', 'x127.0.0.1', '128.0.0.1'],
  ])('%s does not', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});
