/**
 * Tests that only the user who started the service may use its private routes. The request must come from this machine,
 * not through a proxy, from the service's own page, and with the service's key.
 */
import { expect, it } from 'vitest';
import { ownerRefusal } from './owner.ts';

const KEY = 'k3y';
const HOST = '127.0.0.1:8080';
const own = { host: HOST, 'x-owner-key': KEY };

const refusal = (headers: Record<string, string>, address: string | undefined = '127.0.0.1') =>
  ownerRefusal(KEY, { address, field: (name) => headers[name] ?? null });

it.each([
  ['a program', own, undefined],
  ['the own page', { ...own, origin: `http://${HOST}`, 'sec-fetch-site': 'same-origin' }, undefined],
  ['the own page, which a browser does not mark', { ...own, origin: `http://${HOST}` }, undefined],
  ['IPv6', { ...own, host: '[::1]:8080' }, '::1'],
  ['an address mapped into IPv6', own, '::ffff:127.0.0.1'],
  ['another loopback address', own, '127.8.8.8'],
])('%s is admitted', (_, headers, address) => {
  expect(refusal(headers, address)).toBeUndefined();
});

const REFUSED: readonly (readonly [string, Record<string, string>, string | undefined])[] = [
  ['another key', { ...own, 'x-owner-key': 'k3z' }, undefined],
  ['a key that begins so', { ...own, 'x-owner-key': 'k3' }, undefined],
  ['an empty key', { ...own, 'x-owner-key': '' }, undefined],
  ['no key', { host: HOST }, undefined],
  ['another address', own, '192.0.2.1'],
  ['a mapped address of another machine', own, '::ffff:192.0.2.1'],
  ['a name that begins as one', own, '127.example'],
  ['an IPv6 address that is not the loopback', own, '::2'],
  ['no address', own, ''],
  ['another host', { ...own, host: 'robots.example' }, undefined],
  ['no host', { 'x-owner-key': KEY }, undefined],
  ['another origin', { ...own, origin: 'http://evil.example' }, undefined],
  ['the own origin over TLS', { ...own, origin: `https://${HOST}` }, undefined],
  ['a page of the same site', { ...own, 'sec-fetch-site': 'same-site' }, undefined],
  ['a visit', { ...own, 'sec-fetch-site': 'none' }, undefined],
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'].map(
    (name) => [`a proxy that sends ${name}`, { ...own, [name]: '' }, undefined] as const,
  ),
];

it.each(REFUSED)('%s is not', (_, headers, address) => {
  expect(refusal(headers, address)).toEqual({ problem: 'owner-only' });
});

it('a connection without an address is not', () => {
  const question = {
    address: undefined,
    field: (name: string) => (own as Record<string, string>)[name] ?? null,
  };
  expect(ownerRefusal(KEY, question)).toEqual({ problem: 'owner-only' });
});
