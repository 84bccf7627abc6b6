/**
 * Tests targets that only some of the original implementations read in their own way. Each case has the verdict of the
 * implementation.
 */
import { compile, explain, isAllowed, parse } from 'robots-exclusion';
import { findDialect } from 'robots-exclusion/dialects';
import { describe, expect, it } from 'vitest';

const answers = (dialect: string, rules: string, urls: readonly (readonly [string, boolean])[]) =>
  it.each(urls)('%s', (url, allowed) => {
    const options = { dialect: findDialect(dialect) as NonNullable<ReturnType<typeof findDialect>> };
    expect(isAllowed(`User-agent: *\n${rules}`, 'FooBot', url, options)).toBe(allowed);
  });

function reasonOf(dialect: string, url: string): string {
  const options = { dialect: findDialect(dialect) as NonNullable<ReturnType<typeof findDialect>> };
  return explain(compile(parse('User-agent: *\nDisallow: /\n', options), 'FooBot'), url).because;
}

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
    ['http://a:\u0663/?a', false],
    ['http://a:-1/?a', false],
    ['http://a:-2/?a', true],
    ['http://a:2147483648/?a', true],
    ['http://u@v@a:x/?a', false],
    ['mailto:/a?', false],
  ]);
  answers('google-java', 'Disallow: http://a\n', [
    ['jar:http://a!/b', false],
    ['jar:http://a', true],
    ['url:jar:http://a!/b', true],
    ['jar:http://a:x!/b', true],
  ]);
});

describe('java.net.URI of Java 17, as crawler-commons asks it', () => {
  answers('crawler-commons', 'Disallow: /*?\n', [
    ['http://[1::2::3]/$a;p?=&c', true],
    ['http://[::1]/?a', false],
    ['http://[::00001]/?a', true],
    ['http://[1:2]/?a', true],
    ['http://?b', false],
    ['http:///?b', false],
    ['http://', true],
    ['url:http://a/?b', false],
    ['http://[::1%25eth0]/?a', false],
    ['http://[::1%a-b]/?a', true],
    ['http://a:x/?a', true],
    ['jrt://a:x/?a', false],
  ]);
  answers('crawler-commons', 'Disallow: /$\n', [
    ['http://', false],
    ['http://?b', true],
    ['https:b[%7e', true],
    ['https:b[%7', false],
    ['mailto:a@b', true],
    ['mailto:a b', false],
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
  answers('colly', 'Disallow: /$\n', [
    ['x://a', true],
    ['x://a/', false],
    ['x:/..', false],
    ['x://a/..', false],
    ['http://a', false],
    ['http://[[::1]]]/', false],
    ['http://[[::1]]/b', true],
  ]);
  it('gives no answer where Go cannot parse the user', () => {
    expect(reasonOf('colly', 'http://u%@a/')).toBe('unreadable');
  });
});

describe('robots-parser 3.0.1 resolves URLs against a base of its own', () => {
  it.each(['http:/a', 'http:a/b'])('%s is a path on that host, not on its own', (url) => {
    expect(reasonOf('robots-parser', url)).toBe('unreadable');
  });
  answers('robots-parser', 'Disallow: /a:b\n', [
    ['http:/a:b', false],
    ['http:/a:c', true],
    ['http://a/a:b', false],
  ]);
});
