/** Targets that only some originals read in a way of their own, each answer as the program itself gave it. */
import { isAllowed } from 'robots-exclusion';
import { findDialect } from 'robots-exclusion/dialects';
import { describe, expect, it } from 'vitest';

const answers = (dialect: string, rules: string, urls: readonly (readonly [string, boolean])[]) =>
  it.each(urls)('%s', (url, allowed) => {
    const options = { dialect: findDialect(dialect) as NonNullable<ReturnType<typeof findDialect>> };
    expect(isAllowed(`User-agent: *\n${rules}`, 'FooBot', url, options)).toBe(allowed);
  });

describe('java.net.URL of Java 17, as google-java asks it: a host in brackets is an IPv6 address', () => {
  answers('google-java', 'Disallow: /*?\n', [
    ['http://[1::2::3]/$a;p?=&c', true],
    ['http://[::1]/?a', false],
    ['http://[::00001]/?a', false],
    ['http://[fe80::1%25eth0]:80/?a', false],
    ['http://[::1]:x/?a', true],
    ['http://[]/?a', true],
    ['http://[1:2]/?a', true],
    ['http://[::1.2.3.4]/?a', false],
  ]);
});

describe('java.net.URI of Java 17, as crawler-commons asks it', () => {
  answers('crawler-commons', 'Disallow: /*?\n', [
    ['http://[1::2::3]/$a;p?=&c', true],
    ['http://[::1]/?a', false],
    ['http://[::00001]/?a', true],
    ['http://[1:2]/?a', true],
  ]);
});

describe('Colly 2.3.0: an empty path before a query stays empty', () => {
  answers('colly', 'Allow: /*?\nDisallow: /*\n', [
    ['data://.?%#', false],
    ['data://a?b', false],
    ['x://a?%', false],
    ['data://a/?%', true],
    ['http://a?%', true],
    ['http://a/?%&%', true],
    ['data://a?', false],
  ]);
});
