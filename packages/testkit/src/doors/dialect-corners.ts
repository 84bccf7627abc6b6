/**
 * Questions whose answers depend on how a dialect treats single letters, octets and blanks. They detect an interface,
 * such as the service or the page, that changes its input before it calls the library.
 */
import { ILL_FORMED } from '../generate/ill-formed.ts';

export interface DialectCorner {
  readonly robots: Uint8Array;
  readonly agent: string;
  readonly url: string;
}

/** Pairs of names. Some programming language folds the case of one name so that it equals the other. */
const FOLDED: readonly (readonly [string, string])[] = [
  ['\u0130x', 'ix'],
  ['\u0131x', 'ix'],
  ['\u017fik', 'sik'],
  ['\u212aot', 'kot'],
  ['\u03c3\u03b1\u03c2', '\u03a3\u0391\u03a3'],
  ['\u03c3\u03b1\u03c3', '\u03c3\u03b1\u03c2'],
];

const RECORD_NAMES = ['D\u0130sallow', 'D\u0131sallow', 'Di\u017fallow', 'D\u0130\u017fallow'];

const BLANKS = [' ', '\t', '\u000b', '\u0085', '\u00a0', '\u3000', '\ufeff'];

/** Surrogates without their other half, or in the wrong order. */
const LONE = ['\ud800', '\udc00', '\udc00\ud800', '\ud800/'];

const ORIGIN = 'https://example.com';

const octetsOf = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  );
const escaped = (octets: readonly number[]): string =>
  octets.map((octet) => `%${octet.toString(16).toUpperCase()}`).join('');
const named = (name: string, agent: string): DialectCorner => ({
  robots: octetsOf(`User-agent: ${name}\nDisallow: /\n`),
  agent,
  url: `${ORIGIN}/`,
});

/** All corners; each can be asked in any dialect. */
export const dialectCorners: readonly DialectCorner[] = [
  ...FOLDED.flatMap(([one, other]) => [named(one, other), named(other, one)]),
  ...BLANKS.flatMap((blank) => [named('foobot', `${blank}FooBot`), named('foobot', `FooBot${blank}`)]),
  ...RECORD_NAMES.map((name) => ({
    ...named('*', 'FooBot'),
    robots: octetsOf(`User-agent: *\n${name}: /\n`),
  })),
  ...ILL_FORMED.flatMap((octets) => [
    { ...named('', 'FooBot'), robots: octetsOf('User-agent: foobot', octets, '\nDisallow: /\n') },
    {
      robots: octetsOf('User-agent: *\nDisallow: /', octets, '$\n'),
      agent: 'FooBot',
      url: `${ORIGIN}/${escaped(octets)}`,
    },
    {
      robots: octetsOf('User-agent: *\nDisallow: /\ufffd$\n'),
      agent: 'FooBot',
      url: `${ORIGIN}/${escaped(octets)}`,
    },
  ]),
  ...LONE.map((half) => ({
    robots: octetsOf('User-agent: *\nDisallow: /\ufffd\n'),
    agent: 'FooBot',
    url: `${ORIGIN}/${half}`,
  })),
];
