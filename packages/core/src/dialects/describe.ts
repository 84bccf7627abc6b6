/** Facts in plain English: one sentence for each that departs from RFC 9309 as this project reads it. */

import * as LineKind from '../parse/line-kind.ts';
import type { Axis, DialectFacts, Normaliser } from './engine/facts.ts';
import { rfc9309Facts } from './rfc9309.ts';

/** The twelve axes in order, each with a short title. */
export const AXES: ReadonlyMap<Axis, string> = new Map([
  ['lines', 'Lines'],
  ['names', 'Record names'],
  ['runs', 'Runs of user-agent lines'],
  ['groups', 'Which groups exist'],
  ['agents', 'Which crawlers a user-agent line names'],
  ['merging', 'Which groups are used'],
  ['rules', 'Which rules count'],
  ['normalising', 'Escapes and encoding'],
  ['matching', 'Wildcards'],
  ['precedence', 'Which rule wins'],
  ['targets', 'How URLs are read'],
  ['extras', 'Other differences'],
]);

/** One fact that departs, in words. */
export interface FactSentence {
  readonly axis: Axis;
  readonly fact: string;
  readonly sentence: string;
}

/** Every fact in which a dialect departs from RFC 9309. */
export function describeFacts(facts: DialectFacts): readonly FactSentence[] {
  return [...AXES.keys()].flatMap((axis) => describeAxis(axis, facts));
}

/** The facts of one axis that depart. */
export function describeAxis(axis: Axis, facts: DialectFacts): readonly FactSentence[] {
  const own = facts[axis] as unknown as Readonly<Record<string, unknown>>;
  const base = rfc9309Facts[axis] as unknown as Readonly<Record<string, unknown>>;
  const names = new Set([...Object.keys(base), ...Object.keys(own)]);
  return [...names].flatMap((fact) => {
    if (isSame(own[fact], base[fact])) return [];
    const sentence = SENTENCES[axis]?.[fact]?.(facts);
    return sentence ? [{ axis, fact, sentence }] : [];
  });
}

function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof Set && b instanceof Set) return a.size === b.size && [...a].every((item) => b.has(item));
  if (typeof a === 'function' || typeof b === 'function') return a === b;
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

type Sentences = Readonly<Record<string, (facts: DialectFacts) => string | undefined>>;

const LINES: Sentences = {
  ends: ({ lines }) => {
    if (!lines.ends.has(0x0d)) return 'Only LF ends a line. A lone CR does not.';
    return lines.ends.has(0)
      ? 'A NUL octet also ends a line.'
      : 'Some other characters, such as U+2028, also end a line.';
  },
  byteOrderMark: ({ lines }) =>
    lines.byteOrderMark === 'kept'
      ? 'A byte order mark is part of the first line.'
      : 'An incomplete byte order mark is skipped too.',
  utf16: () => 'UTF-16 is not decoded.',
  nul: () => 'A NUL octet hides the rest of its line.',
  comment: ({ lines }) =>
    lines.comment === 'at-word' || lines.comment === 'by-name-reader'
      ? '# starts a comment only at the start of a word.'
      : undefined,
  blankLine: ({ lines }) =>
    lines.blankLine === 'empty-ends-group'
      ? 'An empty line ends the group. A line of white space does not.'
      : 'A blank line ends the group.',
  fails: () => 'The parser fails on a file that is not valid UTF-8.',
  maxLineOctets: ({ lines }) => `Only the first ${lines.maxLineOctets} octets of a line are read.`,
  markup: () => 'In a file that looks like HTML, tags are removed from the lines.',
};

const NAMES: Sentences = {
  withoutColon: () => 'White space can replace the colon.',
  match: () => 'A name only has to begin with a known name: “Disallowed:” is read as Disallow.',
  known: ({ names }) =>
    (names.known.disallow?.length ?? 0) > 1 ? 'Misspelled names such as “Disalow:” are accepted.' : undefined,
  onlyWordNames: () => 'The line is ignored unless its name consists of letters, digits and hyphens.',
  emptyIsUnknown: () => 'A record without a value is treated as unknown.',
  read: ({ names }) => names.readInWords,
};

const RUNS: Sentences = {
  endedBy: ({ runs }) =>
    runs.endedBy.has(LineKind.other)
      ? 'Any other record ends a run of user-agent lines, even Sitemap or an unknown record.'
      : 'A Crawl-delay record also ends a run of user-agent lines.',
};

const GROUPS: Sentences = {
  needs: () => 'User-agent lines without rules do not form a group.',
  emptyRulesDoNotCount: () => 'Rules without a value do not form a group.',
  openAtEnd: () => 'Crawlers named at the end of the file, without rules, may fetch everything.',
  ruleBefore: ({ groups }) =>
    groups.ruleBefore === 'error'
      ? 'The parser fails on a rule before the first user-agent line.'
      : 'Rules before the first user-agent line apply to every crawler.',
};

const AGENTS: Sentences = {
  fileToken: ({ agents }) => {
    if (agents.fileToken === 'whole')
      return 'The whole value of a user-agent line is compared, including versions.';
    if (agents.fileToken === 'before-slash')
      return 'The value of a user-agent line is compared up to its first slash.';
    return 'Only the leading letters, hyphens and underscores of a user-agent line are compared.';
  },
  callerToken: ({ agents }) =>
    agents.callerToken === 'whole'
      ? 'The crawler’s own name is compared whole, including its version.'
      : 'The crawler’s own name is cut at its first slash.',
  compare: ({ agents }) => COMPARISONS[agents.compare],
  starBefore: ({ agents }) =>
    agents.starBefore.size === 0 ? 'Only * alone means every crawler. “* foo” does not.' : undefined,
  starsAreDropped: () => 'A * inside a user-agent value is removed.',
  fails: () => 'The parser fails on some names.',
  emptyNameCounts: ({ agents }) =>
    agents.compare === 'file-within-caller'
      ? 'A user-agent line without a value applies to every crawler.'
      : undefined,
};

const COMPARISONS = {
  equal: undefined,
  'file-begins-caller': 'A user-agent line applies to every crawler whose name begins with its value.',
  'file-begins-word-of-caller':
    'A user-agent line applies to every crawler with a word in its name that begins with its value.',
  'file-within-caller': 'A user-agent line applies to every crawler whose name contains its value.',
  'caller-within-file': 'A user-agent line applies to a crawler if its value contains the crawler’s name.',
} as const;

const MERGING: Sentences = {
  choice: ({ merging }) => CHOICES[merging.choice],
  starWeight: () => '* ranks like a name of one character.',
  starHidesNames: () => 'A group that names * applies only to crawlers that no other group names.',
  firstInRunDecides: () => 'In a run of user-agent lines, only the first match counts.',
};

const CHOICES = {
  all: undefined,
  'longest-name': 'Only the groups with the longest matching name are used.',
  first: 'Only the first matching group is used. Later groups with the same name are not merged.',
  'exact-then-first':
    'Groups with exactly this name are merged. Otherwise only the first matching group is used.',
  copied: 'Rules of a later group do not apply to names that were defined before it.',
} as const;

const RULES: Sentences = {
  empty: ({ rules }) =>
    rules.empty === 'allows-all'
      ? 'A rule without a value allows everything, with the rank of any other rule.'
      : 'A Disallow without a value is an Allow of the lowest rank that matches everything.',
  withoutSlash: ({ rules }) =>
    rules.withoutSlash === 'slash-added'
      ? 'A slash is added to a pattern that lacks a leading one.'
      : undefined,
  onlyDisallow: () => 'Allow is not supported.',
  maxValueOctets: ({ rules }) => `Only the first ${rules.maxValueOctets} octets of a pattern are read.`,
  expand: ({ matching }) =>
    matching.stars === 'greedy-tail'
      ? 'A rule is ignored if it contains a $ before its last character.'
      : 'Patterns are rewritten before matching: a missing slash is added, or * and $ are read in two ways.',
  fails: () => 'The parser fails on a file with a rule that is not a valid URL.',
};

const NORMALISING: Sentences = {
  text: () => undefined,
  pattern: ({ normalising }) => `Patterns: ${inWords(normalising.pattern)}.`,
  target: ({ normalising }) => `URLs: ${inWords(normalising.target)}.`,
};

function inWords(normaliser: Normaliser): string {
  if (normaliser === 'none') return 'compared without changes';
  if (typeof normaliser !== 'object') return 'decoded and encoded again, each component separately';
  const { decoded, encoded } = normaliser;
  const decodes = decoded.size === 0 ? 'escapes are not decoded' : decodedInWords(decoded);
  const encodes = encoded.has(0x80) ? 'octets outside ASCII are escaped' : 'nothing is escaped';
  return `${decodes}, ${encodes}`;
}

function decodedInWords(decoded: ReadonlySet<number>): string {
  if (decoded.size < 128) return 'escapes of letters, digits and -._~ are decoded';
  return decoded.has(0x2f) ? 'every escape is decoded' : 'every escape except that of a slash is decoded';
}

const MATCHING: Sentences = {
  stars: ({ matching }) => STARS[matching.stars],
  dollar: ({ matching }) => DOLLARS[matching.dollar],
};

const STARS = {
  prefix: 'There are no wildcards: * and $ are literal characters.',
  'any-run': undefined,
  floating: 'A pattern with a wildcard can match anywhere in the path, not only at its start.',
  'first-fit':
    'The text after the last * matches only at its first occurrence, even if $ requires a later one.',
  'next-character': 'A * stops at the first occurrence of the next character, without backtracking.',
  'text-needed': 'A * must be followed by text: a pattern that ends in *$ matches nothing.',
  'greedy-tail': 'The last * matches as much as possible.',
} as const;

const DOLLARS = {
  last: undefined,
  'last-but-not-after-star': 'A $ after a * is ignored.',
  anywhere: 'A $ means the end of the URL anywhere in a pattern.',
  never: undefined,
} as const;

const PRECEDENCE: Sentences = {
  order: ({ precedence }) => ORDERS[precedence.order],
  tie: ({ precedence }) =>
    precedence.order !== 'longest-pattern'
      ? undefined
      : precedence.tie === 'first'
        ? 'Of rules of equal length the first in the file wins, not Allow.'
        : 'Of two rules of equal length, either may win.',
};

const ORDERS = {
  'longest-pattern': undefined,
  'longest-text': 'The rule that matches the most of the URL wins, not the longest pattern.',
  first: 'The first matching rule in the file wins, however short it is.',
  'any-allow': 'Any matching Allow beats every Disallow, however long it is.',
} as const;

const TARGETS: Sentences = {
  read: () => 'The URL is split and normalized differently before it is compared.',
};

const EXTRAS: Sentences = {
  robotsTxtIsAllowed: () => '/robots.txt itself can be disallowed.',
  indexPage: ({ extras }) =>
    extras.indexPage?.of === 'both'
      ? 'A rule for index.html also applies to its directory.'
      : 'An Allow for index.html also allows its directory.',
  maxCrawlDelaySeconds: ({ extras }) =>
    `A Crawl-delay above ${extras.maxCrawlDelaySeconds} seconds disallows everything.`,
  badCrawlDelayIsError: () => 'The parser fails on a Crawl-delay that is not a number.',
  markupWithoutGroupsAllowsAll: () => 'HTML without a user-agent line allows everything.',
};

const SENTENCES: Readonly<Record<Axis, Sentences>> = {
  lines: LINES,
  names: NAMES,
  runs: RUNS,
  groups: GROUPS,
  agents: AGENTS,
  merging: MERGING,
  rules: RULES,
  normalising: NORMALISING,
  matching: MATCHING,
  precedence: PRECEDENCE,
  targets: TARGETS,
  extras: EXTRAS,
};
