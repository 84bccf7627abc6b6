/** Tests which targets are read without a `URL` and without normalizing: those that a client would send unchanged. */
import { describe, expect, it } from 'vitest';
import { prepareTarget } from './target.ts';
import {
  isRobotsTxtRead,
  isWholeAfter,
  lastRead,
  readTarget,
  startOfPath,
  syntaxAfter,
} from './target-octets.ts';

const ofLength = (length: number, start = '/', filler = 'x') => start + filler.repeat(length - start.length);
const named = (targets: readonly string[]) =>
  targets.map((target) => [target.slice(0, 40), target.length, target] as const);

/** Normalized targets, some shorter and some longer than the length at which the reader switches to `encodeInto`. */
const NORMAL = [
  '/',
  '/a/b.html?q=1&r=%20',
  '/robots.txt',
  '/a..b/c.',
  '/%E4%F6',
  '/%26%3D%2B%23%25',
  'http://a.example/',
  'https://A-1.example/a',
  'https://example.com/a?b',
  'https://user-1.github.io/z/a?b',
  'https://example.de/a',
  'https://x.Xx-x.example/',
  ofLength(95),
  ofLength(96),
  ofLength(97),
  ofLength(96, 'https://example.com/%E4'),
  ofLength(96, '/a/b..c/'),
  ofLength(8192, 'https://example.com/'),
  ofLength(2 ** 17),
];

const OTHERS = [
  '',
  'a',
  '/a#b',
  '/./a',
  '/..a',
  '/a/../b',
  '/%e4',
  '/%Ee',
  '/%4',
  '/%',
  '/%41',
  '/%4G',
  '/a b',
  '/ä',
  'HTTP://example.com/',
  'htp://example.com/',
  'htTp://example.com/',
  'hxtp://example.com/',
  'httpx://example.com/',
  'httpx//example.com/',
  'https:x/example.com/',
  'https:/x/example.com/',
  'https://example.com',
  'https://example.com:443/',
  'https://example.com?a',
  'https://exämple.com/',
  'https://127.0.0.1/a',
  'https:///a',
  'https://u@example.com/',
  'https://example.com./a',
  ofLength(96, 'https://example.com:443/'),
  ofLength(96, 'gemini://example.com/'),
  ofLength(96, '/a/./'),
  ofLength(96, '/a#'),
  ofLength(96, '/%4x'),
  `${ofLength(95)}ä`,
  `${ofLength(96)}%`,
  ofLength(2 ** 17 + 1),
];

describe('readTarget', () => {
  it.each(named(NORMAL))('reads %s… (%i)', (_, __, target) => {
    const length = readTarget(target);
    expect(length).toBe(target.length - startOfPath(target));
    const { folded, plain } = prepareTarget(target);
    const read = Buffer.from(lastRead.path.subarray(0, length));
    expect([read.equals(folded), read.equals(plain)]).toEqual([true, true]);
  });

  it.each(named(OTHERS))('leaves to prepareTarget %s… (%i)', (_, __, target) => {
    expect(readTarget(target)).toBe(0);
  });

  it('reads nothing of the target before it', () => {
    expect([readTarget('/%26'), readTarget('/%2')]).toEqual([4, 0]);
    expect([readTarget('/%26%'), readTarget('/%26')]).toEqual([0, 4]);
  });

  it('makes room for three octets a character', () => {
    const target = ofLength(20_000, '/', 'ä');
    expect(readTarget(target)).toBe(0);
    expect(lastRead.path.length).toBeGreaterThanOrEqual(3 * 20_000);
  });

  it.each([
    ['/robots.txt', true],
    ['/robots.txt?', false],
    ['/robots.tx', false],
    ['/Robots.txt', false],
  ])('knows /robots.txt itself, which is always allowed (§2.2.2): %s', (target, isIt) => {
    expect(isRobotsTxtRead(readTarget(target))).toBe(isIt);
  });
});

describe('syntaxAfter', () => {
  /** Whether `syntaxAfter` accepts an ASCII path, read octet by octet. */
  function isRead(path: string): boolean {
    let syntax = 0;
    for (const octet of Buffer.from(path)) {
      syntax = syntaxAfter(syntax, octet);
      if (syntax < 0) return false;
    }
    return isWholeAfter(syntax);
  }

  it.each(
    named([...NORMAL, ...OTHERS].filter((target) => /^\/.*$/.test(target) && target.length <= 2 ** 17)),
  )('says of each octet what readTarget says of all: %s… (%i)', (_, __, target) => {
    expect(isRead(target)).toBe(readTarget(target) > 0);
  });

  it('and of each octet after each beginning', () => {
    for (const start of ['/', '/a', '/%', '/%4', '/%C', '/%C3/', ofLength(96), ofLength(96, '/', '/')]) {
      for (let octet = 0; octet < 128; octet++) {
        const path = start + String.fromCharCode(octet);
        expect([path, isRead(path)]).toEqual([path, readTarget(path) > 0]);
      }
    }
  });
});
