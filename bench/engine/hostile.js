/**
 * Files and URLs designed to be slow. Each has a description of its shape. Files have at most 512,000 octets unless
 * noted.
 */
import { flat, randomFrom } from './files.js';

const LIMIT = 500 * 1024;
const HEAD = 'User-agent: *\n';

function file(patternAt, limit = LIMIT) {
  const parts = [HEAD];
  let length = HEAD.length;
  for (let index = 0; ; index++) {
    const line = `Disallow: ${patternAt(index)}\n`;
    length += line.length;
    if (length > limit) return Buffer.from(parts.join(''));
    parts.push(line);
  }
}

const one = (pattern) => Buffer.from(`${HEAD}Disallow: ${pattern}\n`);
const url = (text) => flat(`https://www.example.com/${text}`);
const as = (length) => url('a'.repeat(length));
const EIGHT_KB = 8192;

function letters(next, count, alphabet) {
  return Array.from({ length: count }, () => alphabet[next(alphabet.length)]).join('');
}

const AZ = 'abcdefghijklmnopqrstuvwxyz';

/** The shapes that benchmarks of other matchers use, and worse shapes. */
export function hostileShapes() {
  const next = randomFrom(99);
  const random = url(letters(next, EIGHT_KB, AZ));
  const binary = url(letters(next, EIGHT_KB, 'ab'));
  const listed = [
    ['adv1', one('/*a*a*a*a*a*a*a*a*a*b'), as(EIGHT_KB), 'one rule with ten stars'],
    ['adv100', file((i) => `/*a*a*a*a*a*a*a*a*a*b${i}`, 3500), as(EIGHT_KB), '100 of them'],
    ['advfull', file((i) => `/*a*a*a*a*a*a*a*a*a*b${i}`), as(EIGHT_KB), '500 KiB of them'],
    ['advlong', one(`/${'*a'.repeat(8000)}*b`), as(EIGHT_KB), 'one pattern with 8,000 stars'],
    ['advseg', file((i) => `/*${'a'.repeat(24)}b${i}`), as(EIGHT_KB), 'a long segment that nearly matches'],
    ['advseglong', one(`/*${'a'.repeat(4000)}b`), as(EIGHT_KB), 'one segment of 4,000 octets'],
  ];
  const constructed = [
    ['pairs', file(() => `/*${letters(next, 2, AZ)}*Z${next(1000)}!`), random, 'random pairs that all match'],
    [
      'nested',
      file((i) => `/*${'a'.repeat((i % 998) + 1)}`),
      as(EIGHT_KB),
      'segments that end in one another',
    ],
    [
      'letters',
      file(() => `/*${letters(next, 10, AZ).split('').join('*')}*!`),
      random,
      'ten stars, random letters',
    ],
    [
      'bits',
      file(() => `/*${letters(next, 24, 'ab').replace(/(...)(?=.)/g, '$1*')}*!`),
      binary,
      'segments over a and b',
    ],
    ['ends', file((i) => `/*${'a'.repeat(24 + (i % 50))}$`), as(EIGHT_KB), 'anchored segments'],
    ['heads', file((i) => `/${'a'.repeat((i % 300) + 1)}*b${i}`), as(EIGHT_KB), 'stars after every prefix'],
    [
      'fibonacci',
      file((i) => `/*${fibonacci(400 + (i % 600))}${i}`),
      url(fibonacci(EIGHT_KB)),
      'Fibonacci words',
    ],
    ['stars', one(`/${'*a'.repeat(250_000)}`), as(EIGHT_KB), 'one pattern of 500 KB'],
    [
      'tails',
      file((i) => `/${'a'.repeat(i % 300)}*${letters(next, 20, AZ)}`),
      url(`${'a'.repeat(300)}${letters(next, EIGHT_KB, AZ)}`),
      'long segments after many stars',
    ],
    [
      'late',
      file((i) => `/*${'a'.repeat(300)}*${'a'.repeat((i % 600) + 1)}!`),
      as(EIGHT_KB),
      'segments that are too early',
    ],
    ['literal', one(`/*${'a'.repeat(500_000)}`), as(EIGHT_KB), 'one literal of 500 KB'],
    [
      'agents',
      file((i) => `/${i}\nUser-agent: FooBot`, 50_000 * 38),
      as(EIGHT_KB),
      'one agent named 50,000 times (1.9 MB)',
    ],
    [
      'groups',
      file((i) => `/${i}\nUser-agent: bot-${i}`, 100_000 * 42),
      as(EIGHT_KB),
      '100,000 groups (4 MB)',
    ],
    ['slashes', file((i) => `/*/${i}$`), url('a/'.repeat(2 ** 19)), 'URL of 1 MB'],
    ['escapes', file((i) => `/*%2F${i}$`), url('%2F'.repeat(2 ** 20 / 3)), 'URL of 1 MB of %2F'],
    ['dots', file((i) => `/*/${i}$`), url('a/../'.repeat(2 ** 20 / 5)), 'URL of 1 MB of a/../'],
    ['deep', file((i) => `/${'a*'.repeat(i % 700)}b`), as(EIGHT_KB), 'nested stars that branch'],
  ];
  return [...listed.map((shape) => [...shape, true]), ...constructed.map((shape) => [...shape, false])].map(
    ([name, body, target, attacks, isListed]) => ({
      name,
      body,
      agent: 'FooBot',
      url: target,
      attacks,
      isListed,
    }),
  );
}

function fibonacci(length) {
  let [shorter, longer] = ['a', 'ab'];
  while (longer.length < length) [shorter, longer] = [longer, longer + shorter];
  return longer.slice(0, length);
}
