/** Perl's `WWW::RobotRules`, the parser of `LWP::RobotUA`. */
import * as LineKind from '../parse/line-kind.ts';
import type { RuleText, TargetReading } from './engine/own-way.ts';
import { ASCII_SPACE } from './engine/sets.ts';
import { utf8Binary } from './engine/text-model.ts';
import { type Imitation, imitation } from './imitation.ts';
import { pathQueryOf, perlUri, resolvedPathQuery, schemeOf } from './urls/perl-uri.ts';
import { onHost } from './urls/target.ts';

export const robotrules: Imitation = imitation('robotrules', {
  lines: { whiteSpace: ASCII_SPACE, blankLine: 'blank-ends-group' },
  names: { known: { 'user-agent': ['user-agent'], disallow: ['disallow'] } },
  runs: { endedBy: new Set([LineKind.disallow]) },
  groups: { ruleBefore: 'for-everybody' },
  agents: { callerToken: 'first-word-before-slash', compare: 'file-within-caller', emptyNameCounts: true },
  merging: { choice: 'first', starsAreMerged: true },
  rules: {
    empty: 'allows-all',
    onlyDisallow: true,
    expand: {
      run: resolve,
      inWords:
        'A pattern is a reference that is resolved against the URL of robots.txt. A URL as pattern counts if its host is the site’s, which is assumed of http and https URLs.',
    },
  },
  matching: { stars: 'prefix' },
  precedence: { order: 'first' },
  targets: {
    read: {
      run: readTarget,
      inWords:
        'Path and query of an http or https URL are compared, with square brackets and other unusual characters escaped. URLs of other schemes are allowed.',
    },
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
