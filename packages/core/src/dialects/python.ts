/** `urllib.robotparser` of Python's standard library, before and after its rewrite to follow RFC 9309. */
import type { RuleText } from './engine/own-way.ts';
import {
  LETTERS_AND_DIGITS,
  of,
  PYTHON_LINE_ENDS,
  PYTHON_SPACE,
  RULES_DELAY_AND_RATE,
} from './engine/sets.ts';
import { type FactChanges, type Imitation, imitation } from './imitation.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { quote, unquote } from './urls/percent.ts';
import {
  normalisePattern,
  normaliseUri,
  PART_BY_PART,
  READ_APART,
  READ_WITHOUT_EMPTY,
} from './urls/python-target.ts';
import { joinUrl, readAfterHost, splitUrl, type UrllibParse } from './urls/python-url.ts';

const namedWithin = {
  callerToken: 'before-slash',
  letterCase: 'unicode-lower',
  compare: 'file-within-caller',
  emptyNameCounts: true,
} as const;

const facts = factsWith({});

/** The facts of the dialect, with URLs parsed by the `urllib.parse` of one patch release. */
export function factsWith(urllib: UrllibParse): FactChanges {
  return {
    lines: {
      ends: PYTHON_LINE_ENDS,
      whiteSpace: PYTHON_SPACE,
      blankLine: 'empty-ends-group',
    },
    names: {
      letterCase: 'unicode-lower',
      known: { ...rfc9309Facts.names.known, 'request-rate': ['request-rate'] },
    },
    runs: { endedBy: RULES_DELAY_AND_RATE },
    groups: { needs: RULES_DELAY_AND_RATE },
    agents: {
      ...namedWithin,
      decode: {
        run: (value) => unquote(value, 'utf-8'),
        inWords: 'Escapes in the value of a user-agent line are decoded.',
      },
    },
    merging: { choice: 'first', starHidesNames: true },
    rules: {
      empty: 'allows-all',
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
    },
    matching: { stars: 'prefix' },
    precedence: { order: 'first', length: 'code-points' },
    targets: {
      read: {
        // The whole URL is decoded first, so an escaped `?` or `#` is a separator like a raw one.
        run: (url) => readAfterHost(unquote(url, 'utf-8'), (text) => quote(text, KEPT) || '/', urllib),
        inWords:
          'A URL is decoded before it is parsed, then escaped except for letters, digits and _.-~/. Its fragment is compared too.',
      },
    },
    extras: {
      crawlDelay: { run: crawlDelay, inWords: 'A Crawl-delay must consist of digits alone.' },
      countedDelay: 'last',
    },
  };
}

export const python: Imitation = imitation('python', facts);

/** The dialect with the fix gh-67693: `//` at the start of a URL's path is doubled. */
export const python3124: Imitation = imitation('python-3.12.4', factsWith({ doublesSlashes: true }));

/** The dialect with that fix and gh-105704 (brackets in a host). */
export const python312: Imitation = imitation(
  'python-3.12',
  factsWith({ areBracketsStrict: true, doublesSlashes: true }),
);

/** The dialect with fix gh-88375 of September 2025: escapes in queries stay distinct. */
export const python314: Imitation = imitation('python-3.14', {
  ...facts,
  agents: namedWithin,
  rules: { empty: 'allows-all' },
  normalising: { text: 'utf-8-surrogates', pattern: { run: normaliseUri, inWords: PART_BY_PART } },
  targets: { read: READ_APART },
});

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

const KEPT = of(`${LETTERS_AND_DIGITS}_.-~/`);

const before = python314.facts;

/** The dialect after the rewrite that follows RFC 9309. */
export const pythonRfc9309: Imitation = imitation('python-rfc9309', {
  ...before,
  lines: { ...before.lines, blankLine: 'ignored' },
  groups: {},
  agents: { ...before.agents, callerToken: 'whole' },
  merging: { choice: 'exact-then-first' },
  rules: {
    empty: 'allows-all',
    expand: {
      run: expand,
      inWords:
        'A rule is ignored if it contains a $ before its last character, other than in a run of $ and * at its end.',
    },
  },
  normalising: { ...before.normalising, pattern: { run: normalisePattern, inWords: PART_BY_PART } },
  matching: { stars: 'greedy-tail' },
  precedence: { ...before.precedence, order: 'longest-text' },
  extras: { ...before.extras, robotsTxtIsAllowed: true },
});

/** The rewrite on the `urllib.parse` of 3.13, which loses an empty query. */
export const python31314: Imitation = imitation('python-3.13.14', {
  ...pythonRfc9309.facts,
  targets: { read: READ_WITHOUT_EMPTY },
});

/**
 * Several consecutive stars count as one. A `$` absorbs any `$` and `*` directly after it. A rule that still has a `$`
 * before its last character is dropped.
 */
function expand(value: string): readonly RuleText[] {
  const text = value.replace(/\*+/g, '*').replace(/\$[$*]+/g, '$');
  return text.replace(/\$$/, '').includes('$') ? [] : [{ text }];
}
