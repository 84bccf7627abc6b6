/** Protego, the default parser of Scrapy. */

import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { RuleText, TargetReading } from './engine/facts.ts';
import {
  ANY_RECORD,
  LETTERS_AND_DIGITS,
  NO_KINDS,
  NONE,
  octetsExcept,
  of,
  PYTHON_LINE_ENDS,
  PYTHON_SPACE,
} from './engine/sets.ts';
import { decodeBinary, utf8Binary } from './engine/text-model.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { decodeEscapes, quote } from './urls/percent.ts';
import { joinUrl, splitUrl } from './urls/python-url.ts';

export const protego: Dialect & DialectDefinition = defineDialect({
  name: 'protego',
  short: 'pro',
  title: 'Protego, as Scrapy uses it',
  source: 'https://github.com/scrapy/protego',
  version: '0.6.1 (81f1b35)',
  asOf: '2026-06-11',
  basis: 'executed',
  regular: true,
  facts: {
    ...rfc9309Facts,
    lines: {
      ...rfc9309Facts.lines,
      ends: PYTHON_LINE_ENDS,
      whiteSpace: PYTHON_SPACE,
      byteOrderMark: 'kept',
      utf16: 'read-as-octets',
    },
    names: {
      withoutColon: 'known-name',
      letterCase: 'unicode-lower',
      match: 'exact',
      known: {
        'user-agent': ['user-agent', 'useragent', 'user agent'],
        allow: ['allow'],
        disallow: ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
        sitemap: ['sitemap', 'sitemaps', 'site-map'],
        'crawl-delay': ['crawl-delay', 'crawl delay'],
        'request-rate': ['request-rate', 'request rate'],
        host: ['host'],
      },
    },
    runs: { endedBy: ANY_RECORD, isReopenedByEmpty: true },
    groups: { needs: NO_KINDS, openAtEnd: 'kept', ruleBefore: 'ignored' },
    agents: {
      fileToken: 'whole',
      callerToken: 'whole',
      letterCase: 'unicode-lower',
      compare: 'file-within-caller',
      starBefore: NONE,
      starsAreDropped: true,
    },
    merging: { choice: 'longest-name', starWeight: 'one' },
    rules: { empty: 'matches-nothing', withoutSlash: 'kept', expand, fails },
    normalising: { text: 'utf-8', pattern: quotePattern, target: 'none' },
    matching: { stars: 'any-run', dollar: 'last-or-between-stars' },
    precedence: { order: 'longest-pattern', tie: 'allow', length: 'code-points', emptyNeverDecides: true },
    targets: { read: readTarget, onlyWithGroup: true },
    extras: {
      robotsTxtIsAllowed: false,
      indexPage: { of: 'allow', when: 'is-html' },
      crawlDelay: floatOf,
      countedDelay: 'last',
    },
  },
});

/** Python's `float`. */
function floatOf(value: string): number | undefined {
  return FLOAT.test(value) ? Number(value.replaceAll('_', '')) : undefined;
}

const FLOAT = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/;

/** A `$` may be the end or itself: both are tried. */
function expand(value: string): readonly RuleText[] {
  return value.includes('$') ? [{ text: value.replaceAll('$', '%24') }, { text: value }] : [{ text: value }];
}

function fails(value: string): string | undefined {
  return value === '' || splitUrl(asPath(value), true)
    ? undefined
    : 'a rule is no URL that Python can take apart';
}

/** A pattern with a scheme or two slashes is made a path, so that it is not taken for a host. */
function asPath(value: string): string {
  const path = /^https?:\/\//.test(value) ? `/${value}` : value;
  return path.startsWith('//') ? `//${path}` : path;
}

function quotePattern(value: string): string {
  const path = asPath(value);
  const last = /[?;$]$/.test(path) ? path.slice(-1) : '';
  const parts = splitUrl(path.slice(0, path.length - last.length), true);
  if (!parts) return '';
  const quoted = quote(decode(parts.path, DECODED_IN_PATTERN), KEPT_IN_PATTERN);
  return joinUrl({ ...parts, scheme: '', netloc: '', path: quoted + last });
}

/** Parameters, query and fragment stay as they stand. */
function readTarget(url: string): TargetReading {
  const parts = splitUrl(url, true);
  if (!parts) return { error: 'the URL is none that Python can take apart: ValueError' };
  const path = quote(decode(parts.path, DECODED_IN_PATH), KEPT_IN_PATH);
  return { path: joinUrl({ ...parts, scheme: '', netloc: '', path }) || '/' };
}

function decode(text: string, decoded: ReadonlySet<number>): string {
  return text.includes('%') ? decodeBinary('utf-8', decodeEscapes(utf8Binary(text), decoded)) : text;
}

const DECODED_IN_PATTERN = octetsExcept('/*$%');
const DECODED_IN_PATH = octetsExcept('/%');
const KEPT_IN_PATTERN = of(`${LETTERS_AND_DIGITS}_.-~/*%=`);
const KEPT_IN_PATH = of(`${LETTERS_AND_DIGITS}_.-~/%`);
