/** Questions about the octets of a file: encodings, octets before the first record, limits and markup. */
import fc from 'fast-check';
import type { Question } from '../arbitrary-robots.ts';
import { ask, SITE } from './ask.ts';

const OCTETS = [
  '80',
  'bf',
  'c080',
  'c3',
  'e9',
  'e08080',
  'e282',
  'eda080',
  'edbfbf',
  'eda0bdedb880',
  'eda0',
  'f0908080',
  'f09f98',
  'f4908080',
  'ff',
  'c0',
  'f8888080',
];

/** Octets that are not UTF-8 in a pattern or a name, and the characters that parsers may substitute for them. */
export const octets = fc
  .tuple(
    fc.constantFrom(...OCTETS),
    fc.constantFrom(
      'escaped',
      '%EF%BF%BD',
      '%EF%BF%BD%EF%BF%BD',
      '%EF%BF%BD%EF%BF%BD%EF%BF%BD',
      '%3F',
      '?',
      '\ufffd',
      'x',
    ),
    fc.constantFrom('', 'a', '$', '*'),
  )
  .map(([hex, like, last]): Question => {
    const body = Buffer.concat([
      Buffer.from('User-agent: *\nDisallow: /'),
      Buffer.from(hex, 'hex'),
      Buffer.from(`${last}\n`),
    ]);
    const written = like === 'escaped' ? hex.toUpperCase().replace(/../g, '%$&') : like;
    return {
      body: new Uint8Array(body),
      tokens: ['foobo'],
      target: `${SITE}/${written}${last.replace(/[*$]/, '')}`,
    };
  });

/** Octets in a name that some parser folds as if each octet were a character. */
export const nameOctets = fc
  .tuple(fc.constantFrom('e3a9', 'c3a9', 'c389', 'e389'), fc.constantFrom('\u00e9', '\u00c9'))
  .map(([hex, letter]): Question => {
    const name = Buffer.from(hex, 'hex');
    const body = Buffer.concat([Buffer.from('User-agent: fo'), name, Buffer.from('\nDisallow: /\n')]);
    return { body: new Uint8Array(body), tokens: [`fo${letter}`], target: `${SITE}/a` };
  });

/** Octets before the first record, and encodings of the file. */
export const openings = fc
  .tuple(
    fc.constantFrom(
      'efbbbf',
      'efbb',
      'ef',
      'efbbbfefbbbf',
      'fffe',
      'feff',
      '00',
      '20',
      '0b',
      'c2a0',
      '23',
      '1c',
    ),
    fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
    fc.constantFrom('*', '*', 'other'),
    fc.constantFrom('Disallow: /', 'Disallow: /\n', 'Disallow: /a\u00e9'),
  )
  .map(([opening, encoding, name, rule]): Question => {
    const text = Buffer.from(`User-agent: ${name}\n${rule}`, encoding === 'utf-8' ? 'utf8' : 'utf16le');
    const whole = Buffer.concat([
      Buffer.from(opening, 'hex'),
      encoding === 'utf-16be' ? text.swap16() : text,
    ]);
    return { body: new Uint8Array(whole), tokens: ['foobo'], target: `${SITE}/a%C3%A9` };
  });

/**
 * Line lengths at which some parser cuts a line. The questions have a rule of about such a length, and a URL that is
 * slightly longer or shorter than the pattern that remains.
 */
const LIMITS = [2080, 2081, 2082, 2083, 16_662, 16_663, 16_664];
export const limits = fc
  .tuple(
    fc.constantFrom(...LIMITS),
    fc.integer({ min: -2, max: 2 }),
    fc.integer({ min: -14, max: 3 }),
    fc.constantFrom('a', '\u00e9'),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([limit, more, less, letter, isAnchored, isPadded]) => {
    const written = (length: number): string =>
      `/${letter.repeat(Math.ceil(length / letter.length)).slice(0, length - 1)}`;
    const pattern = written(limit + more) + (isAnchored ? '$' : '');
    const margin = isPadded ? ' '.repeat(limit - 12 + more) : '';
    return ask(
      `User-agent: *\nDisallow: ${margin}${isPadded ? '/' : pattern}b\n`,
      'foobo',
      `${SITE}${written(limit + less)}`,
    );
  });

/** Records in text that looks like HTML. */
export const markup = fc
  .tuple(
    fc.constantFrom('<html>', '<body>', '<HEAD >', '<b>', '<html x>', '<>'),
    fc.constantFrom('<p>', '<br/>', '<', '>', '', '', ''),
    fc.constantFrom('User-agent: *', 'User-agent: foobo', '', 'Useragent: *'),
    fc.constantFrom('</p>', '', '', '', '<b'),
    fc.constantFrom('Disallow: /', 'Disallow: /<b>a', 'Disallow: <a>/</a>'),
  )
  .map(([first, open, agent, close, rule]) =>
    ask(`${first}\n${open}${agent}${close}\n${open}${rule}${close}\n`, 'foobo', `${SITE}/a`),
  );
