/** `urllib.robotparser` of Python's standard library, before its rewrite to follow RFC 9309. */
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { AgentFacts, DialectFacts } from './engine/facts.ts';
import type { TargetReading } from './engine/own-way.ts';
import {
  LETTERS_AND_DIGITS,
  NONE,
  of,
  PYTHON_LINE_ENDS,
  PYTHON_SPACE,
  RULES_DELAY_AND_RATE,
} from './engine/sets.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { quote, unquote } from './urls/percent.ts';
import { normaliseUri } from './urls/python-normalise.ts';
import { PART_BY_PART, READ_APART } from './urls/python-target.ts';
import { joinUrl, splitUrl, type UrllibParse } from './urls/python-url.ts';

const facts: DialectFacts = factsWith({});

/** The facts of the dialect, with URLs parsed by the `urllib.parse` of one patch release. */
export function factsWith(urllib: UrllibParse): DialectFacts {
  return {
    ...rfc9309Facts,
    lines: {
      ...rfc9309Facts.lines,
      ends: PYTHON_LINE_ENDS,
      whiteSpace: PYTHON_SPACE,
      byteOrderMark: 'kept',
      utf16: 'read-as-octets',
      blankLine: 'empty-ends-group',
    },
    names: {
      ...rfc9309Facts.names,
      letterCase: 'unicode-lower',
      known: { ...rfc9309Facts.names.known, 'request-rate': ['request-rate'] },
    },
    runs: { endedBy: RULES_DELAY_AND_RATE },
    groups: { needs: RULES_DELAY_AND_RATE, openAtEnd: 'kept', ruleBefore: 'ignored' },
    agents: {
      fileToken: 'whole',
      callerToken: 'before-slash',
      letterCase: 'unicode-lower',
      compare: 'file-within-caller',
      starBefore: NONE,
      emptyNameCounts: true,
      decode: {
        run: (value) => unquote(value, 'utf-8'),
        inWords: 'Escapes in the value of a user-agent line are decoded.',
      },
    },
    merging: { choice: 'first', starWeight: 'least', starHidesNames: true },
    rules: {
      empty: 'allows-all',
      withoutSlash: 'kept',
      fails: {
        run: (value) => failure(value, urllib),
        inWords: 'The parser fails on a file with a rule that is not a URL that Python can parse.',
      },
    },
    normalising: {
      text: 'utf-8',
      pattern: {
        run: (value) => quotePattern(value, urllib),
        inWords: 'decoded, parsed as a URL, and escaped again except for letters, digits and _.-~/',
      },
      target: 'none',
    },
    matching: { stars: 'prefix', dollar: 'last' },
    precedence: { order: 'first', tie: 'allow', length: 'code-points' },
    targets: {
      domain: 'text',
      read: {
        run: (url) => readTarget(url, urllib),
        inWords:
          'A URL is decoded before it is parsed, then escaped except for letters, digits and _.-~/. Its fragment is compared too.',
      },
    },
    extras: {
      robotsTxtIsAllowed: false,
      crawlDelay: { run: crawlDelay, inWords: 'A Crawl-delay must consist of digits alone.' },
      countedDelay: 'last',
    },
  };
}

export const python: Dialect & DialectDefinition = defineDialect({
  name: 'python',
  short: 'py',
  title: 'Python urllib.robotparser, up to 3.11.9 and 3.12.3',
  source: 'https://github.com/python/cpython/blob/v3.11.7/Lib/urllib/robotparser.py',
  version: '3.0 to 3.8.19, 3.9.19, 3.10.14, 3.11.9 and 3.12.3',
  asOf: '2023-12-04',
  basis: 'executed',
  regular: false,
  facts,
});

/** The dialect with the fix gh-67693: `//` at the start of a URL's path is doubled. */
export const python3124: Dialect & DialectDefinition = defineDialect({
  ...python,
  name: 'python-3.12.4',
  short: 'p2b',
  title: 'Python urllib.robotparser, 3.12.4 to 3.12.8',
  version: '3.11.10, 3.11.11, 3.12.4 to 3.12.8, 3.13.0 and 3.13.1',
  asOf: '2024-10-01',
  facts: factsWith({ doublesSlashes: true }),
});

/** The dialect with that fix and gh-105704 (brackets in a host). */
export const python312: Dialect & DialectDefinition = defineDialect({
  name: 'python-3.12',
  short: 'p12',
  title: 'Python urllib.robotparser, 3.12.9 to 3.13.7',
  source: 'https://github.com/python/cpython/blob/v3.13.2/Lib/urllib/robotparser.py',
  version: '3.11.12, 3.12.9 and later of each; 3.13.2 to 3.13.7',
  asOf: '2025-02-04',
  basis: 'executed',
  regular: false,
  facts: factsWith({ areBracketsStrict: true, doublesSlashes: true }),
});

/** The dialect with fix gh-88375 of September 2025: escapes in queries stay distinct. */
export const python314: Dialect & DialectDefinition = defineDialect({
  name: 'python-3.14',
  short: 'p14',
  title: 'Python urllib.robotparser, 3.13.8 to 3.13.13 and 3.14.0 to 3.14.4',
  source: 'https://github.com/python/cpython/blob/v3.14.2/Lib/urllib/robotparser.py',
  version: '3.13.8 to 3.13.13, 3.14.0 to 3.14.4',
  asOf: '2025-12-05',
  basis: 'executed',
  regular: false,
  facts: {
    ...facts,
    agents: withoutDecoding(facts.agents),
    rules: { empty: 'allows-all', withoutSlash: 'kept' },
    normalising: {
      text: 'utf-8-surrogates',
      pattern: { run: normaliseUri, inWords: PART_BY_PART },
      target: 'none',
    },
    targets: { domain: 'text', read: READ_APART },
  },
});

function withoutDecoding({ decode: _, ...agents }: AgentFacts): AgentFacts {
  return agents;
}

/** Accepts only digits, as Python's `str.isdigit` followed by `int` does. */
function crawlDelay(value: string): number | undefined {
  const text = unquote(value, 'utf-8').trim();
  return /^[0-9]+$/.test(text) ? Number(text) : undefined;
}

function failure(value: string, urllib: UrllibParse): string | undefined {
  return splitUrl(unquote(value, 'utf-8'), true, urllib)
    ? undefined
    : 'Python cannot parse a rule as a URL: ValueError';
}

function quotePattern(value: string, urllib: UrllibParse): string {
  const parts = splitUrl(unquote(value, 'utf-8'), true, urllib);
  return parts ? quote(joinUrl(parts, urllib), KEPT) : '';
}

/** Decodes the whole URL before parsing it, so an escaped `?` or `#` is a separator like a raw one. */
function readTarget(url: string, urllib: UrllibParse): TargetReading {
  const parts = splitUrl(unquote(url, 'utf-8'), true, urllib);
  if (!parts) return { error: 'Python cannot parse the URL: ValueError' };
  return { path: quote(joinUrl({ ...parts, scheme: '', netloc: '' }, urllib), KEPT) || '/' };
}

const KEPT = of(`${LETTERS_AND_DIGITS}_.-~/`);
