/** Questions about one record: its name, its separator and its value. */
import fc from 'fast-check';
import { ask, SITE } from './ask.ts';

const RECORDS = [
  'Disallow',
  'disallow',
  'dissallow',
  'dissalow',
  'disalow',
  'diasllow',
  'disallaw',
  'desallow',
  'diallow',
  'disllow',
  'dssalow',
  'dsallow',
  'disallows',
  'Disallowed',
  'Disallow all',
  'xDisallow',
  'di\u017fallow',
  'D\u0130sallow',
  'allow',
  'Allowed',
  ...['User-agent', 'useragent', 'user agent', 'user_agent', 'user-agents', 'ser-agent', 'User-agentx'],
  'Crawl-delay',
  'crawldelay',
  'crawl delay',
  'Request-rate',
  'Sitemap',
  'site-map',
  'Host',
  'Noindex',
  'Unknown',
  '',
];
const SEPARATORS = [
  ':',
  ': ',
  ' : ',
  ' ',
  '  ',
  '\t',
  '\u000b',
  '\u00a0',
  '::',
  ': : ',
  '',
  ':\u0000',
  '=',
  ' x: ',
];

const VALUES = [
  '/',
  '/',
  '*',
  'foobo',
  '1',
  '',
  'x',
  '/ x',
  '/a x',
  '* x',
  '/a#b',
  '/a #b',
  '#',
  '/a:b',
  ': /',
];

const margin = fc.constantFrom('', '', '', '', '', ' ', '\u00a0', '#', 'x ', '<b>');
const separator = fc.constantFrom(...SEPARATORS);

/**
 * A line with an unusual name, separator or value, followed by a rule. The rule applies only if a parser reads the line
 * as a user-agent line.
 */
export const agentRecords = fc
  .tuple(
    margin,
    fc.oneof(fc.constant('User-agent'), fc.constantFrom(...RECORDS)),
    separator,
    fc.constantFrom('*', '*', 'foobo', '* x', 'foobo x', 'foobo: x', ': *', '*#', '* #', ''),
    fc.constantFrom('', 'User-agent: other\nDisallow: /b\n', 'User-agent: *\nAllow: /\n'),
  )
  .map(([first, name, between, value, before]) =>
    ask(`${before}${first}${name}${between}${value}\nDisallow: /\n`, 'foobo', `${SITE}/a`),
  );

/** A line with an unusual name, separator or value, which parsers may or may not read as a rule. */
export const ruleRecords = fc
  .tuple(
    margin,
    fc.oneof(fc.constantFrom('Disallow', 'Disallow', 'Allow'), fc.constantFrom(...RECORDS)),
    separator,
    fc.constantFrom(...VALUES),
    fc.constantFrom('', '', 'Disallow: /\n', 'User-agent: foobo\nDisallow: /\n', 'Allow: /a\n'),
    fc.constantFrom('/a', '/a', '/ x', '/a x', '/a#b'),
  )
  .map(([first, name, between, value, after, path]) =>
    ask(`User-agent: *\n${first}${name}${between}${value}\n${after}`, 'foobo', SITE + path),
  );
