/** Questions about the name of a crawler, in the file and in the question. */
import fc from 'fast-check';
import { ask, SITE, space } from './ask.ts';

/** Letters whose case some programming language folds, each with text to which a parser may fold it. */
const FOLDED = [
  ['K', 'k'],
  ['k', '\u212a'],
  ['s', '\u017f'],
  ['i', '\u0130'],
  ['i', '\u0131'],
  ['\u03c3', '\u03c2'],
  ['\u03a3', '\u03c2'],
  ['\u00df', 'ss'],
  ['\u00df', '\u1e9e'],
  ['\u00c9', '\u00e9'],
  ['\u01c5', '\u01c6'],
] as const;
const NAME_ENDS = ['', '', '/', '/1.0', ' x', '-News', 'x', '1', '*', ', B', ';', '(x', '\u00e9', ' ', '\t'];
const NAME_STARTS = ['', '', '', 'x', '/', '*', '-', ' ', '1', '%66', '\u00e9', 'B '];

/** A crawler's name and a name in the file. Most pairs differ only in one letter, a prefix or a suffix. */
const names = fc.oneof(
  fc.constantFrom(...FOLDED).map(([a, b]): readonly [string, string] => [`fo${a}bo`, `fo${b}bo`]),
  fc
    .tuple(fc.constantFrom(...NAME_STARTS), fc.constantFrom(...NAME_ENDS), space, fc.boolean())
    .map(([first, last, blank, isBlank]): readonly [string, string] => [
      'foobo',
      `${first}${isBlank ? 'fooBo' : 'foobo'}${last}${isBlank ? blank : ''}`,
    ]),
  fc.constantFrom(
    ['', ''],
    ['*', '*'],
    ['', '*'],
    ['foobo', ''],
    ['*', 'foobo'],
    ['*', ''],
    ['f*o', 'fo'],
    ['fo', 'f*o'],
    ['foobo', '%66oobo'],
    ['/x', ''],
    ['', '/x'],
    ['/x', '/y'],
  ),
);
const rulesOf = fc.constantFrom('Disallow: /', 'Disallow: /', 'Allow: /', 'Disallow:', 'Disallow: /b');

/** A group that may name the crawler, before or after a group for other crawlers with the opposite rule. */
export const agents = fc
  .tuple(
    names,
    fc.boolean(),
    fc.constantFrom(
      '',
      'User-agent: *\nDisallow: /\n',
      'User-agent: *\nAllow: /\n',
      'User-agent: fo\nDisallow: /\n',
      'User-agent: foobo\nAllow: /\n',
    ),
    fc.boolean(),
    rulesOf,
  )
  .map(([[a, b], isTurned, others, isFirst, rule]) => {
    const group = `User-agent: ${isTurned ? a : b}\n${rule}\n`;
    return ask(isFirst ? others + group : group + others, isTurned ? b : a, `${SITE}/a`);
  });

/** A user-agent line with a star and other text beside the star. */
export const stars = fc
  .tuple(
    fc.constantFrom('*', '*', '**', '"*"', '*/', 'x*'),
    fc.oneof(space, fc.constantFrom('', ';', ',', '.', 'x')),
    fc.constantFrom('', 'x', 'x y'),
  )
  .map(([star, beside, rest]) =>
    ask(`User-agent: ${star}${beside}${rest}\nDisallow: /\n`, 'foobo', `${SITE}/a`),
  );
