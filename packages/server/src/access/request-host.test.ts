/**
 * Tests that a request has exactly one host (RFC 9112 §3.2). If the target has absolute form, its authority takes
 * precedence over `Host`.
 */
import { expect, it } from 'vitest';
import { settleHost } from './request-host.ts';

const settled = (url: string | undefined, hosts: readonly string[], httpVersion = '1.1') => {
  const headers: { host?: string } = hosts[0] === undefined ? {} : { host: hosts[0] };
  const rawHeaders = ['Accept', 'host', ...hosts.flatMap((host, at) => [at === 0 ? 'Host' : 'hOST', host])];
  const incoming = { headers, rawHeaders, httpVersion, ...(url !== undefined && { url }) };
  return [settleHost(incoming), headers.host, incoming.url];
};

it.each([
  ['/a', ['h'], true, 'h'],
  ['/', [], false, undefined],
  ['*', ['h'], false, 'h'],
  ['/a', ['h.example:80'], true, 'h.example:80'],
  ['/a', ['[::1]:80'], true, '[::1]'],
  ['/a', ['[::ffff:127.0.0.1]:9309'], true, '[::ffff:7f00:1]:9309'],
  ['/a', ['[::1'], false, '[::1'],
  ['/a', [''], true, ''],
  ['/a', ['me:pw@h'], false, 'me:pw@h'],
  ['/a', ['h evil'], false, 'h evil'],
  ['/a', ['h/a'], false, 'h/a'],
  ['http://i.example/a', ['h evil'], true, 'i.example'],
  ['/a', ['h', 'h'], false, 'h'],
  ['/a', ['h', 'i', 'j'], false, 'h'],
  ['http://i.example:8080/a', ['h', 'h'], false, 'h'],
  ['http://i.example:8080/a', ['h'], true, 'i.example:8080'],
  ['HTTPS://I.example/a', ['h'], true, 'i.example'],
  ['http://i.example', [], true, 'i.example'],
  ['ftp://i.example/a', ['h'], false, 'h'],
  ['xhttp://i.example/a', ['h'], false, 'h'],
  ['httpx://i.example/a', ['h'], false, 'h'],
  ['i.example:443', ['h'], false, 'h'],
  ['**', ['h'], false, 'h'],
  ['a/', ['h'], false, 'h'],
  ['', ['h'], false, 'h'],
  [undefined, ['h'], false, 'h'],
])('target %s with Host %j', (url, hosts, isSettled, host) => {
  expect(settled(url, hosts).slice(0, 2)).toEqual([isSettled, host]);
});

it('only HTTP/1.0 has requests without a Host', () => {
  expect(settled('/a', [], '1.0')).toEqual([true, undefined, '/a']);
});

it('the scheme of a target is in any case, and its path is the target', () => {
  expect(settled('HtTp://i.example/a?b=http://c/#d', ['h'])).toEqual([true, 'i.example', '/a?b=http://c/']);
});

it('a field whose name is longer, or a value that reads as a name, is not a Host', () => {
  const rawHeaders = ['Host', 'h', 'Hosts', 'h', 'Via', 'host', 'Cost', 'h'];
  expect(settleHost({ headers: { host: 'h' }, rawHeaders, url: '/', httpVersion: '1.1' })).toBe(true);
});
