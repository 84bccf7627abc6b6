/** Perl's `WWW::RobotRules`, the parser of `LWP::RobotUA`. */

import type { Dialect } from '../parse/dialect.ts';
import * as LineKind from '../parse/line-kind.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { RuleText, TargetReading } from './engine/own-way.ts';
import { ASCII_SPACE, NO_KINDS, NONE } from './engine/sets.ts';
import { utf8Binary } from './engine/text-model.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { onHost } from './urls/on-host.ts';
import { pathQueryOf, perlUri, resolvedPathQuery, schemeOf } from './urls/perl-uri.ts';

export const robotrules: Dialect & DialectDefinition = defineDialect({
  name: 'robotrules',
  short: 'plw',
  title: 'Perl WWW::RobotRules, as LWP::RobotUA uses it',
  source: 'https://metacpan.org/dist/WWW-RobotRules',
  version: '6.02',
  asOf: '2012-02-18',
  basis: 'executed',
  regular: false,
  facts: {
    ...rfc9309Facts,
    lines: {
      ...rfc9309Facts.lines,
      whiteSpace: ASCII_SPACE,
      byteOrderMark: 'kept',
      utf16: 'read-as-octets',
      blankLine: 'blank-ends-group',
    },
    names: { ...rfc9309Facts.names, known: { 'user-agent': ['user-agent'], disallow: ['disallow'] } },
    runs: { endedBy: new Set([LineKind.disallow]) },
    groups: { needs: NO_KINDS, openAtEnd: 'kept', ruleBefore: 'for-everybody' },
    agents: {
      fileToken: 'whole',
      callerToken: 'first-word-before-slash',
      letterCase: 'ascii',
      compare: 'file-within-caller',
      starBefore: NONE,
      emptyNameCounts: true,
    },
    merging: { choice: 'first', starWeight: 'least', starsAreMerged: true },
    rules: {
      empty: 'allows-all',
      withoutSlash: 'kept',
      onlyDisallow: true,
      expand: {
        run: resolve,
        inWords:
          'A pattern is a reference that is resolved against the URL of robots.txt. A URL as pattern counts if its host is the site’s, which is assumed of http and https URLs.',
      },
    },
    normalising: { text: 'octets', pattern: 'none', target: 'none' },
    matching: { stars: 'prefix', dollar: 'last' },
    precedence: { order: 'first', tie: 'allow', length: 'units' },
    targets: {
      domain: 'text',
      read: {
        run: readTarget,
        inWords:
          'Path and query of an http or https URL are compared, with square brackets and other unusual characters escaped. URLs of other schemes are allowed.',
      },
    },
    extras: { robotsTxtIsAllowed: false },
  },
});

function resolve(value: string): readonly RuleText[] {
  const uri = perlUri(value);
  const scheme = schemeOf(uri);
  const isInSite = scheme === undefined ? !uri.startsWith('//') : /^https?$/.test(scheme);
  return isInSite && !BAD_PORT.test(uri) ? [{ text: resolvedPathQuery(uri) }] : [];
}

function readTarget(url: string): TargetReading {
  const uri = perlUri(utf8Binary(onHost(url)));
  const scheme = schemeOf(uri);
  if (scheme !== 'http' && scheme !== 'https') return { allowed: true };
  return HOST.test(uri) ? { path: pathQueryOf(uri) } : { error: 'the URL has no host' };
}

const BAD_PORT = /^[A-Za-z][A-Za-z0-9.+-]*:\/\/(?:[^/?#]*@)?[^/?#:%]*:\d*[^\d/?#]/;
/** Matches a URL with a host. An empty pair of brackets is none. */
const HOST = /^[^:]*:\/\/(?:[^/?#]*@|(?![^/?#]*@))(?!%5B%5D(?:[:/?#]|$))[^/?#@:]/;
