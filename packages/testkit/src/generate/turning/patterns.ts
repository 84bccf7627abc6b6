/** Questions about patterns: what a pattern matches, and which of several patterns decides. */
import fc from 'fast-check';
import { ask, SITE } from './ask.ts';

const PIECES = [
  ...['*a$', '*a', '*/$', '*a*a$'],
  '/',
  'a',
  'b',
  'a',
  '*',
  '*',
  '$',
  '**',
  '*$',
  '$a',
  '%2F',
  '%2f',
  '%61',
  '%41',
  '%2A',
  '%24',
  '%25',
  '%3F',
  '%',
  '%zz',
  '?',
  '?a',
  '&',
  '=',
  '+',
  '.',
  ';',
  '#',
  '\\',
  '[',
  ']',
  '|',
  '"',
  ' ',
  '\u0001',
  '\u0000',
  '\u007f',
  '\u00e9',
  '%C3%A9',
  '%c3%a9',
  '%E9',
  '\u30c4',
  '%E3%83%84',
  '\ud83d\ude00',
  '%F0%9F%98%80',
  '\u212a',
  '\ufffd',
  '%EF%BF%BD',
  '%EF%BF%BD%EF%BF%BD',
  '//',
  '/../',
  'index.html',
  '/index.htm',
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }).map((pieces) => pieces.join(''));

/** Ways to rewrite a pattern as a URL that the pattern matches or nearly matches. */
const REWRITINGS: readonly ((pattern: string) => string)[] = [
  (pattern) => pattern,
  (pattern) => pattern.replaceAll('*', 'x').replace(/\$$/, ''),
  (pattern) => pattern.replaceAll('*', '').replace(/\$$/, ''),
  (pattern) => `${pattern.replaceAll('*', '').replace(/\$$/, '')}b`,
  (pattern) => pattern.replaceAll('*', 'a/a').replaceAll('$', ''),
  (pattern) => encodeURI(pattern.replaceAll('*', '').replace(/\$$/, '')),
  (pattern) => encodeURIComponent(pattern.replaceAll('*', '')).replaceAll('%2F', '/').replaceAll('%25', '%'),
  (pattern) => pattern.replace(/%[\da-f]{2}/gi, (octet) => octet.toLowerCase()).replaceAll('*', ''),
  (pattern) => pattern.replace(/%(?:61|2[47afAF]|41)/g, (octet) => decodeURIComponent(octet)),
  (pattern) => `/x${pattern.replaceAll('*', 'x').replace(/\$$/, '')}`,
  (pattern) => pattern.replaceAll('*', 'x').replaceAll('$', '').slice(0, -1),
  (pattern) => pattern.toLowerCase(),
  (pattern) => pattern.replaceAll('$', '%24').replaceAll('*', 'x'),
  (pattern) => pattern.replaceAll('*', '%2A').replace(/\$$/, ''),
];
const rewriting = fc.constantFrom(...REWRITINGS);
const onSite = (path: string): string => SITE + (path.startsWith('/') ? path : `/${path}`);

/** One pattern, and a URL derived from it. */
export const patterns = fc
  .tuple(
    fc.constantFrom('/', '/', '/', '', '*', '/*', 'http://a'),
    text,
    rewriting,
    fc.constantFrom('', '', '', '?q', '#f', '/index.html'),
  )
  .map(([first, rest, rewrite, last]) =>
    ask(`User-agent: *\nDisallow: ${first}${rest}\n`, 'foobo', onSite(rewrite(first + rest)) + last),
  );

/** Two or three patterns of nearly the same length that match the same URL. */
const SAME = [
  '/a',
  '/a*',
  '/*a',
  '/a$',
  '/%61',
  '/%61*',
  '/a/',
  '/*',
  '/',
  '/a/*',
  '/\u00e9',
  '/%C3%A9',
  '/\u00e9*',
  '/\ud83d\ude00',
  '/a/index.html',
  '/a/index.htm',
  '/a/index.htmx',
  '/index.html',
  '/index.htmx',
  '/aindex.html',
  '/.',
  '/a.',
  '/a\u00e9',
  '/a.*',
  '/*.',
];
export const precedence = fc
  .tuple(
    fc.array(fc.tuple(fc.boolean(), fc.constantFrom(...SAME)), { minLength: 2, maxLength: 20 }),
    fc.constantFrom(
      '/a',
      '/a/',
      '/',
      '/$',
      '/a.',
      '/%C3%A9',
      '/\u00e9a',
      '/%F0%9F%98%80',
      '/a%C3%A9',
      '/a/index.html',
    ),
  )
  .map(([rules, path]) =>
    ask(
      `User-agent: *\n${rules.map(([isAllow, pattern]) => `${isAllow ? 'A' : 'Disa'}llow: ${pattern}\n`).join('')}`,
      'foobo',
      SITE + path,
    ),
  );
