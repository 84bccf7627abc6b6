/** seomoz rep-cpp, the engine of Python's reppy. The engine is created without a base URL, so it compares no host. */
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { RuleText, TargetReading } from './engine/own-way.ts';
import { ANY_RECORD, ASCII_SPACE, LF_ONLY, NO_KINDS, NONE } from './engine/sets.ts';
import { utf8Binary } from './engine/text-model.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { fullPath, isUrlCpp } from './urls/url-cpp.ts';

export const reppy: Dialect & DialectDefinition = defineDialect({
  name: 'reppy',
  short: 'rep',
  title: 'rep-cpp, as reppy uses it',
  source: 'https://github.com/seomoz/rep-cpp',
  version: 'ca2ae84',
  asOf: '2024-01-11',
  basis: 'executed',
  regular: false,
  facts: {
    ...rfc9309Facts,
    lines: { ...rfc9309Facts.lines, ends: LF_ONLY, whiteSpace: ASCII_SPACE, utf16: 'read-as-octets' },
    runs: { endedBy: ANY_RECORD },
    groups: { needs: NO_KINDS, openAtEnd: 'kept', ruleBefore: 'for-everybody' },
    agents: {
      fileToken: 'whole',
      callerToken: 'whole',
      letterCase: 'ascii',
      compare: 'equal',
      starBefore: NONE,
      emptyNameCounts: true,
    },
    merging: { choice: 'copied', starWeight: 'least' },
    rules: {
      empty: 'disallow-allows-all',
      withoutSlash: 'kept',
      expand: { run: expand, inWords: 'A pattern that begins with * also counts without its leading stars.' },
      fails: {
        run: fails,
        inWords: 'The parser fails on a file with a rule whose text is a URL with an invalid port.',
      },
    },
    normalising: {
      text: 'octets',
      pattern: {
        run: normalisePattern,
        inWords:
          'scheme, host and fragment are removed, a missing slash is added, path and query are decoded and escaped again, and final stars are removed',
      },
      target: 'none',
    },
    matching: { stars: 'text-needed', dollar: 'anywhere' },
    precedence: { order: 'longest-pattern', tie: 'unstable-sort', length: 'units' },
    targets: {
      domain: 'text',
      read: { run: readTarget, inWords: 'Path and query of a URL are decoded and escaped again.' },
    },
    extras: { robotsTxtIsAllowed: true, countedDelay: 'last' },
  },
});

/** A pattern that begins with stars also applies without them. */
function expand(value: string): readonly RuleText[] {
  const whole = { text: value };
  return value.startsWith('*') ? [{ text: value.replace(/^\*+/, '') }, whole] : [whole];
}

function fails(value: string): string | undefined {
  return value === '' || isUrlCpp(value)
    ? undefined
    : 'a rule is a URL whose port is not a number: UrlParseException';
}

function normalisePattern(value: string): string {
  const text = fullPath(value);
  return text.includes('*') ? text.replace(/\*+/g, '*').replace(/\*$/, '') : text;
}

function readTarget(url: string): TargetReading {
  if (!isUrlCpp(url)) return { error: 'the port of the URL is not a number: UrlParseException' };
  return { path: fullPath(utf8Binary(url)) };
}
