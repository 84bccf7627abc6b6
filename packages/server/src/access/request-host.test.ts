/**
 * Tests that a request has exactly one host (RFC 9112 §3.2). If the target has absolute form, its authority takes
 * precedence over `Host`.
 */
import { expect, it } from 'vitest';
import { settleHost } from './request-host.ts';

const settled = (url: string | undefined, ...hosts: string[]) => {
  const headers: { host?: string } = hosts[0] === undefined ? {} : { host: hosts[0] };
  const rawHeaders = ['Accept', 'host', ...hosts.flatMap((host, at) => [at === 0 ? 'Host' : 'hOST', host])];
  const isSettled = settleHost({ headers, rawHeaders, ...(url !== undefined && { url }) });
  return [isSettled, headers.host];
};

it.each([
  ['/a', ['h'], true, 'h'],
  ['/', [], true, undefined],
  ['*', ['h'], false, 'h'],
  ['/a', ['h.example:80'], true, 'h.example:80'],
  ['/a', ['[::1]:80'], true, '[::1]:80'],
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
  expect(settled(url, ...hosts)).toEqual([isSettled, host]);
});

it('a field whose name is longer, or a value that reads as a name, is not a Host', () => {
  const rawHeaders = ['Host', 'h', 'Hosts', 'h', 'Via', 'host', 'Cost', 'h'];
  expect(settleHost({ headers: { host: 'h' }, rawHeaders, url: '/' })).toBe(true);
});
