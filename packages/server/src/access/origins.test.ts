/**
 * Tests that requests from pages of other sites are rejected, and that requests from programs, which name no page, are
 * accepted.
 */
import { describe, expect, it } from 'vitest';
import { canonicalOrigin, originCheck } from './origins.ts';

describe('a request', () => {
  const check = originCheck(['https://App.example:8443/', 'http://b.example']);
  const host = 'robots.example:8080';

  it.each([
    ['of a program', null, null, true],
    ['of the own page', null, 'same-origin', true],
    ['of the user', null, 'none', true],
    ['of a page of the same site', null, 'same-site', false],
    ['of a page of another site', null, 'cross-site', false],
    ['of the own page by name', 'http://robots.example:8080', 'same-origin', true],
    ['of the own page behind TLS', 'https://robots.example:8080', 'cross-site', true],
    ['of the own page over another scheme', 'ftp://robots.example:8080', null, false],
    ['of another port', 'http://robots.example:8081', null, false],
    ['of a page without an origin', 'null', null, false],
    ['of an allowed page', 'https://app.example:8443', 'cross-site', true],
    ['of the second allowed page', 'http://b.example', 'cross-site', true],
    ['of an allowed page over another scheme', 'https://b.example', 'cross-site', false],
    ['of a name that begins so', 'http://b.example.evil.example', null, false],
  ])('%s', (_, origin, site, isAccepted) => {
    expect(check({ host, origin, site })).toBe(isAccepted);
  });
});

describe('an entry of allowOrigins', () => {
  it.each([
    ['https://a.example', 'https://a.example'],
    ['https://a.example/', 'https://a.example'],
    ['HTTPS://A.example', 'https://a.example'],
    ['http://a.example:8080', 'http://a.example:8080'],
  ])('%s', (entry, origin) => {
    expect(canonicalOrigin(entry)).toBe(origin);
  });

  it.each([
    ...['', 'null', 'a.example', '*', 'https://a.example/path', 'https://a.example:443', 'file:///a'],
    ...['https://me@a.example', 'https://a.example//', 'https://*.example:x'],
  ])('%j is an error that says what is expected', (entry) => {
    const error = new TypeError(`Cannot allow the origin "${entry}": expected scheme://host[:port]`);
    expect(() => canonicalOrigin(entry)).toThrow(error);
    expect(() => originCheck([entry])).toThrow(error);
  });
});
