/** Facts in plain English: one sentence for each that departs from RFC 9309 as this project reads it. */

import * as LineKind from '../parse/line-kind.ts';
import type { Axis, DialectFacts, Normaliser } from './engine/facts.ts';
import { rfc9309Facts } from './rfc9309.ts';

/** The twelve axes in order, each with a short title. */
export const AXES: ReadonlyMap<Axis, string> = new Map([
  ['lines', 'Lines'],
  ['names', 'Names of records'],
  ['runs', 'Runs of user-agent lines'],
  ['groups', 'Which groups exist'],
  ['agents', 'Whom a user-agent line names'],
  ['merging', 'Which groups are used'],
  ['rules', 'Which rules count'],
  ['normalising', 'Escapes and encoding'],
  ['matching', 'Wildcards'],
  ['precedence', 'Which rule wins'],
  ['targets', 'What of a URL is compared'],
  ['extras', 'What else decides'],
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
    if (!lines.ends.has(0x0d)) return 'Only LF ends a line; a lone CR does not.';
    return lines.ends.has(0)
      ? 'A NUL octet ends a line too.'
      : 'Other characters than CR and LF end a line too, such as U+2028.';
  },
  byteOrderMark: ({ lines }) =>
    lines.byteOrderMark === 'kept'
      ? 'A byte order mark is not skipped: it stays part of the first line.'
      : 'Also the beginning of a byte order mark is skipped.',
  utf16: () => 'A file in UTF-16 is not decoded.',
  nul: () => 'A NUL octet hides the rest of its line.',
  comment: ({ lines }) =>
    lines.comment === 'at-word' || lines.comment === 'by-name-reader'
      ? 'A # begins a comment only where a word could begin.'
      : undefined,
  blankLine: ({ lines }) =>
    lines.blankLine === 'empty-ends-group'
      ? 'An empty line ends the group; one with a space in it does not.'
      : 'A blank line ends the group.',
  fails: () => 'A file that is not UTF-8 fails where the parser decodes text.',
  maxLineOctets: ({ lines }) => `Of a line, ${lines.maxLineOctets} octets are read.`,
  markup: () => 'In a file that looks like HTML, tags are taken out of the lines.',
};

const NAMES: Sentences = {
  withoutColon: () => 'White space may stand for a missing colon.',
  match: () => 'A name counts if it begins with a known one: “Disallowed:” is Disallow.',
  known: ({ names }) =>
    (names.known.disallow?.length ?? 0) > 1 ? 'Misspelt names count, such as “Disalow:”.' : undefined,
  onlyWordNames: () => 'A name is made of letters, digits and hyphens, or the line is no record.',
  emptyIsUnknown: () => 'A record without a value is an unknown record.',
  read: ({ names }) => names.readInWords,
};

const RUNS: Sentences = {
  endedBy: ({ runs }) =>
    runs.endedBy.has(LineKind.other)
      ? 'Any other record ends a run of user-agent lines, also Sitemap or an unknown one.'
      : 'A Crawl-delay record ends a run of user-agent lines too.',
};

const GROUPS: Sentences = {
  needs: () => 'User-agent lines without any rule after them make no group.',
  emptyRulesDoNotCount: () => 'Rules without a value make no group.',
  openAtEnd: () => 'User-agent lines at the end of the file may fetch everything.',
  ruleBefore: ({ groups }) =>
    groups.ruleBefore === 'error'
      ? 'A rule before any user-agent line makes the whole file fail.'
      : 'Rules before any user-agent line count for everybody.',
};

const AGENTS: Sentences = {
  fileToken: ({ agents }) => {
    if (agents.fileToken === 'whole')
      return 'The whole value of a user-agent line is compared, versions and all.';
    if (agents.fileToken === 'before-slash')
      return 'The value of a user-agent line is compared up to its first slash.';
    return 'Of a user-agent line, the leading letters, hyphens and underscores are compared.';
  },
  callerToken: ({ agents }) =>
    agents.callerToken === 'whole'
      ? 'The crawler’s own name is compared as it is handed in, with version and all.'
      : 'The crawler’s own name is cut at its first slash.',
  compare: ({ agents }) => COMPARISONS[agents.compare],
  starBefore: ({ agents }) =>
    agents.starBefore.size === 0 ? 'Only a lone * names everybody; “* foo” does not.' : undefined,
  starsAreDropped: () => 'A star within a user-agent value is dropped.',
  fails: () => 'Certain names make the parser fail.',
  emptyNameCounts: ({ agents }) =>
    agents.compare === 'file-within-caller'
      ? 'A user-agent line without a value names everybody.'
      : undefined,
};

const COMPARISONS = {
  equal: undefined,
  'file-begins-caller': 'A user-agent line names every crawler whose name begins with its value.',
  'file-begins-word-of-caller':
    'A user-agent line names every crawler in whose name a word begins with its value.',
  'file-within-caller': 'A user-agent line names every crawler whose name contains its value.',
  'caller-within-file': 'A user-agent line names a crawler if its value contains the crawler’s name.',
} as const;

const MERGING: Sentences = {
  choice: ({ merging }) => CHOICES[merging.choice],
  starWeight: () => '* counts as much as a name of one letter.',
  starHidesNames: () => 'A group that names * serves only those whom no other group names.',
  firstInRunDecides: () => 'In a run of user-agent lines, those after the first that fits are not looked at.',
};

const CHOICES = {
  all: undefined,
  'longest-name': 'Only the groups with the longest fitting name are used.',
  first: 'Only the first group that fits is used; later ones of the same name are not merged.',
  'exact-then-first': 'Groups of exactly this name are merged; else only the first fitting one is used.',
  copied: 'Rules of a later group do not reach names that were defined before it.',
} as const;

const RULES: Sentences = {
  empty: ({ rules }) =>
    rules.empty === 'allows-all'
      ? 'A rule without a value allows everything, and as a rule like others.'
      : 'A Disallow without a value is an Allow that matches everything, at the lowest rank.',
  withoutSlash: ({ rules }) =>
    rules.withoutSlash === 'slash-added' ? 'A pattern without a leading slash gets one.' : undefined,
  onlyDisallow: () => 'Allow is unknown.',
  maxValueOctets: ({ rules }) => `Of a pattern, ${rules.maxValueOctets} octets are read.`,
  expand: ({ matching }) =>
    matching.stars === 'greedy-tail'
      ? 'A rule with a $ that is not its last character is dropped.'
      : 'A pattern is rewritten before it is compared: a missing slash added, or stars and $ read in two ways.',
  fails: () => 'A rule that is not a URL makes the whole file fail.',
};

const NORMALISING: Sentences = {
  text: () => undefined,
  pattern: ({ normalising }) => `Patterns: ${inWords(normalising.pattern)}.`,
  target: ({ normalising }) => `URLs: ${inWords(normalising.target)}.`,
};

function inWords(normaliser: Normaliser): string {
  if (normaliser === 'none') return 'compared as they stand';
  if (typeof normaliser !== 'object') return 'decoded and encoded again, each part by itself';
  const { decoded, encoded } = normaliser;
  const decodes = decoded.size === 0 ? 'no escape is decoded' : decodedInWords(decoded);
  const encodes = encoded.has(0x80) ? 'octets outside ASCII are escaped' : 'nothing raw is escaped';
  return `${decodes}, ${encodes}`;
}

function decodedInWords(decoded: ReadonlySet<number>): string {
  if (decoded.size < 128) return 'escapes of letters, digits and -._~ are decoded';
  return decoded.has(0x2f) ? 'every escape is decoded' : 'every escape but that of a slash is decoded';
}

const MATCHING: Sentences = {
  stars: ({ matching }) => STARS[matching.stars],
  dollar: ({ matching }) => DOLLARS[matching.dollar],
};

const STARS = {
  prefix: 'There are no wildcards: * and $ stand for themselves.',
  'any-run': undefined,
  floating: 'A pattern with a wildcard matches anywhere in the path, not only from its beginning.',
  'first-fit':
    'What follows the last star is taken where it first fits, even if the end asks for a later place.',
  'next-character': 'A star stops at the first place of the character after it and never goes back.',
  'text-needed': 'A star needs text after it: a pattern that ends in *$ matches nothing.',
  'greedy-tail': 'The last star reaches as far as it can.',
} as const;

const DOLLARS = {
  last: undefined,
  'last-but-not-after-star': 'A $ after a star means nothing.',
  anywhere: 'A $ means the end wherever it stands.',
  never: undefined,
} as const;

const PRECEDENCE: Sentences = {
  order: ({ precedence }) => ORDERS[precedence.order],
  tie: ({ precedence }) =>
    precedence.order !== 'longest-pattern'
      ? undefined
      : precedence.tie === 'first'
        ? 'Among equally long rules the first in the file wins, not Allow.'
        : 'Which of two equally long rules wins is left to chance.',
};

const ORDERS = {
  'longest-pattern': undefined,
  'longest-text': 'The rule that covers the most of the URL wins, not the longest pattern.',
  first: 'The first rule in the file that matches wins, however short.',
  'any-allow': 'Any Allow that matches beats every Disallow, however long.',
} as const;

const TARGETS: Sentences = {
  read: () => 'The URL is cut and cleaned in another way before it is compared.',
};

const EXTRAS: Sentences = {
  robotsTxtIsAllowed: () => '/robots.txt itself may be disallowed.',
  indexPage: ({ extras }) =>
    extras.indexPage?.of === 'both'
      ? 'A rule for index.html is also one for its directory.'
      : 'An Allow for index.html also allows its directory.',
  maxCrawlDelaySeconds: ({ extras }) =>
    `A crawl-delay above ${extras.maxCrawlDelaySeconds} seconds disallows everything.`,
  badCrawlDelayIsError: () => 'A crawl-delay that is no number makes the whole file fail.',
  markupWithoutGroupsAllowsAll: () => 'HTML without a user-agent line restricts nothing.',
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
