/**
 * Tests names, lines and encodings that only some of the original implementations read in their own way. Each case has
 * the verdict of the implementation.
 */
import { isAllowed } from 'robots-exclusion';
import { findDialect } from 'robots-exclusion/dialects';
import { describe, expect, it } from 'vitest';

type Row = readonly [
  dialect: string,
  robots: string | Uint8Array,
  agent: string,
  path: string,
  allowed: boolean,
];

const BY_NAME = 'User-agent: foobot\nDisallow: /\n';
const STAR_FIRST = 'User-agent: *\nDisallow: /\n\nUser-agent: 𐐀\nAllow: /\n';
const STAR_LAST = 'User-agent: 𐐀\nAllow: /\n\nUser-agent: *\nDisallow: /\n';

const NAMES: readonly Row[] = [
  ['protego', STAR_FIRST, '𐐀', '/', false],
  ['protego', STAR_LAST, '𐐀', '/', true],
  ['protego', STAR_LAST, '𐐨', '/', true],
  ['temoto', STAR_FIRST, '𐐀', '/', true],
  ['google-java', 'User-agent: 𐐀\nDisallow: /\n', '𐐀', '/', true],
  ['google-java', 'User-agent: é\nDisallow: /\n', 'é', '/', false],
  ['protego', BY_NAME, 'xFooBot', '/', true],
  ['protego', BY_NAME, '²FooBot', '/', true],
  ['protego', BY_NAME, '𐐀FooBot', '/', true],
  ['protego', BY_NAME, 'ⒶFooBot', '/', false],
  ['protego', BY_NAME, '\u0345FooBot', '/', false],
];

const WORDS: readonly Row[] = [
  ['protego', 'User-agent: *\nDisallow /a  b\n', 'FooBot', '/a%20b', false],
  ['protego', 'User-agent: *\nDisallow /a \u00a0b\n', 'FooBot', '/a%20b', false],
  ['protego', 'User-agent: *\nDisallow /a  b\n', 'FooBot', '/a%20%20b', true],
  ['protego', 'User-agent: *\nDisallow: /a  b\n', 'FooBot', '/a%20%20b', false],
  ['protego', 'User-agent Foo  Bot\nDisallow: /\n', 'Foo Bot', '/', false],
  ['protego', 'User-agent: Foo  Bot\nDisallow: /\n', 'Foo Bot', '/', true],
];

const ENCODINGS: readonly Row[] = [
  ['crawler-commons', utf16('User-agent: *\nDisallow: /\n'), 'FooBot', '/', false],
  ['crawler-commons', utf16('\ufeffUser-agent: *\nDisallow: /\n'), 'FooBot', '/', true],
  ['crawler-commons', utf16('User-agent: *\nDisallow: /\ud800\nDisallow: /b\n'), 'FooBot', '/', true],
  ['crawler-commons', utf16('User-agent: *\nDisallow: /\ud800\n'), 'FooBot', '/\ufffd', false],
  ['crawler-commons', utf16('User-agent: *\nDisallow: /\udc00\n'), 'FooBot', '/\ufffd', false],
  ['crawler-commons', utf16('User-agent: *\nDisallow: /\ufffe\n'), 'FooBot', '/\ufffd', true],
  ['crawler-commons', utf16('User-agent: *\nDisallow: /\ud800', 0), 'FooBot', '/\ufffd', false],
  ['crawler-commons', utf16('User-agent: *\nDisallow: /\ud800', 0), 'FooBot', '/\ufffda', false],
  ['crawler-commons', utf16('User-agent: *\nDisallow: /', 0), 'FooBot', '/', true],
  ['crawler-commons', utf16('User-agent: *\nDisallow: /', 0), 'FooBot', '/\ufffd', false],
];

/** Files at the edge of what the original implementation can decode. If it fails on a file, the verdict is false. */
const ILL_FORMED: readonly Row[] = [
  ['robots-erlang', octets('Disallow: 😀', 0xe9), 'FooBot', '/z', false],
  ['robots-erlang', octets('Disallow:/ \u0301', 0xe9), 'FooBot', '/z', false],
  ['robots-erlang', octets('Disallow:/\u0085👨\u200d', 0xe9), 'FooBot', '/z', false],
  ['robots-erlang', octets('Disallow:/\t\u0301', 0xe9), 'FooBot', '/z', true],
  ['robots-erlang', octets('Disallow:/ é', 0xe9), 'FooBot', '/z', true],
];

function octets(text: string, ...rest: number[]): Uint8Array {
  return Uint8Array.from([...Buffer.from(`User-agent: *\n${text}`), ...rest, 0x0a]);
}

/** UTF-16 with a byte order mark, low octet first. */
function utf16(text: string, ...rest: number[]): Uint8Array {
  return Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le'), ...rest]);
}

describe.each([
  ['names', NAMES],
  ['lines without a colon', WORDS],
  ['ill-formed UTF-16', ENCODINGS],
  ['ill-formed UTF-8', ILL_FORMED],
])('%s', (_, rows) => {
  it.each(rows)('%s reads %j for %s at %s', (name, robots, agent, path, allowed) => {
    const dialect = findDialect(name) as NonNullable<ReturnType<typeof findDialect>>;
    expect(isAllowed(robots, agent, `https://example.com${path}`, { dialect })).toBe(allowed);
  });
});
