/** One sentence for each fact of a dialect. The sentence is true for any value that departs from RFC 9309. */

import * as LineKind from '../parse/line-kind.ts';
import { recordKindOf } from '../parse/record-kind.ts';
import { AGENT_SENTENCES, LETTER_CASES } from './agent-sentences.ts';
import type {
  Axis,
  IndexPageFacts,
  MatchingFacts,
  MergingFacts,
  NormalisingFacts,
  PrecedenceFacts,
  RuleFacts,
  TargetFacts,
} from './engine/facts.ts';
import { ANY_RECORD } from './engine/sets.ts';
import { rfc9309Facts } from './rfc9309.ts';
import {
  characterSentence,
  knownNamesSentence,
  listed,
  normaliserInWords,
  type SentencesOf,
} from './wording.ts';

type Sentences = {
  readonly [A in Axis]: SentencesOf<A>;
};

const LINES: Sentences['lines'] = {
  ends: ({ lines }) =>
    characterSentence(lines.ends, rfc9309Facts.lines.ends, {
      more: 'also ends a line',
      fewer: 'does not end a line by itself',
    }),
  whiteSpace: ({ lines }) =>
    characterSentence(lines.whiteSpace, rfc9309Facts.lines.whiteSpace, {
      more: 'is also removed from both ends of lines, names and values',
      fewer: 'is not white space',
    }),
  byteOrderMark: ({ lines }) =>
    lines.byteOrderMark === 'kept'
      ? 'A byte order mark is part of the first line.'
      : 'An incomplete byte order mark is skipped too.',
  utf16: () => 'UTF-16 is not decoded.',
  fails: ({ lines }) => lines.fails?.inWords ?? 'The parser fails on no file.',
  nul: ({ lines }) => `A NUL octet hides the rest of ${lines.nul === 'ends-file' ? 'the file' : 'its line'}.`,
  comment: () => '# starts a comment only at the start of a word.',
  blankLine: ({ lines }) =>
    lines.blankLine === 'empty-ends-group'
      ? 'An empty line ends the group. A line of white space does not.'
      : 'A blank line ends the group.',
  maxLineOctets: ({ lines }) => `Only the first ${lines.maxLineOctets} octets of a line are read.`,
  markup: () => 'In a file that looks like HTML, tags are removed from the lines.',
};

const NAMES: Sentences['names'] = {
  withoutColon: ({ names }) =>
    names.withoutColon === 'two-words'
      ? 'In a line of two words, white space can replace the colon.'
      : 'White space can replace the colon.',
  letterCase: ({ names }) =>
    typeof names.letterCase === 'string' ? LETTER_CASES[names.letterCase] : names.letterCase.inWords,
  match: () => 'A name only has to begin with a known name: “Disallowed:” is read as Disallow.',
  known: ({ names }) => knownNamesSentence(names.known, rfc9309Facts.names.known),
  onlyWordNames: () => 'The line is ignored unless its name consists of letters, digits and hyphens.',
  emptyIsUnknown: () => 'A record without a value is treated as unknown.',
  namelessIsNoRecord: () => 'A line that begins with its colon is ignored.',
  read: ({ names }) => names.read?.inWords ?? 'A colon ends the name.',
};

const RUNS: Sentences['runs'] = {
  endedBy: ({ runs }) => {
    const isEnd = (kind: LineKind.Any): boolean => runs.endedBy.has(kind);
    if (isEnd(LineKind.userAgent)) {
      return 'User-agent lines share no rules: of several in a row, only the last has those that follow.';
    }
    const but = [...ANY_RECORD].filter((kind) => !isEnd(kind)).map(recordName);
    if (!isEnd(LineKind.other)) {
      const more = [...runs.endedBy].filter((kind) => !rfc9309Facts.runs.endedBy.has(kind)).map(recordName);
      if (more.length === 0) return 'Only a Disallow record ends a run of user-agent lines.';
      return `A ${listed(more, 'or')} record also ends a run of user-agent lines.`;
    }
    return but.length === 0
      ? 'Any other record ends a run of user-agent lines, even Sitemap or an unknown record.'
      : `Any other record except ${listed(but.toSorted(), 'and')} ends a run of user-agent lines, even an unknown one.`;
  },
};

const GROUPS: Sentences['groups'] = {
  needs: ({ groups }) =>
    groups.needs.has(LineKind.crawlDelay)
      ? 'User-agent lines without rules or Crawl-delay do not form a group.'
      : 'User-agent lines without rules do not form a group.',
  emptyRulesDoNotCount: () => 'Rules without a value do not form a group.',
  openAtEnd: () => 'Crawlers named at the end of the file, without rules, may fetch everything.',
  ruleBefore: ({ groups }) =>
    groups.ruleBefore === 'error'
      ? 'The parser fails on a rule before the first user-agent line.'
      : 'Rules before the first user-agent line apply to every crawler.',
};

const MERGING: Sentences['merging'] = {
  choice: ({ merging }) => CHOICES[merging.choice],
  starWeight: ({ merging }) => STAR_WEIGHTS[merging.starWeight],
  onlyFirst: () => 'Of several groups with this name, only the first is used.',
  starsAreMerged: () => 'All groups of * are merged.',
  starHidesNames: () => 'A group that names * applies only to crawlers that no other group names.',
  firstInRunDecides: () => 'In a run of user-agent lines, only the first match counts.',
};

const CHOICES: Readonly<Record<MergingFacts['choice'], string>> = {
  all: 'All groups that name the crawler are merged.',
  'longest-name': 'Only the groups with the longest matching name are used.',
  first: 'Only the first matching group is used. Later groups with the same name are not merged.',
  'exact-then-first':
    'Groups with exactly this name are merged. Otherwise only the first matching group is used.',
  shared:
    'User-agent lines share one set of rules as long as it is empty. A name that already has rules gets more of them, with all names that share them. The first name in the file that matches decides.',
  copied:
    'In a run of user-agent lines, all rules of the first name are copied to the other names that are new. * is never new.',
};

const STAR_WEIGHTS: Readonly<Record<MergingFacts['starWeight'], string>> = {
  least: '* ranks behind every name.',
  one: '* ranks like a name of one character.',
  'one-and-stays': '* ranks like a name of one character, and before such a name.',
  equal: '* ranks like the crawler’s own name.',
};

const RULES: Sentences['rules'] = {
  empty: ({ rules }) => EMPTY_RULES[rules.empty],
  withoutSlash: ({ rules }) => WITHOUT_SLASH[rules.withoutSlash],
  controlsMatchNothing: () => 'A pattern with a control character is compared like any other.',
  onlyDisallow: () => 'Allow is not supported.',
  maxValueOctets: ({ rules }) => `Only the first ${rules.maxValueOctets} octets of a pattern are read.`,
  expand: ({ rules }) => rules.expand?.inWords ?? 'A pattern stands for itself.',
  fails: ({ rules }) => rules.fails?.inWords ?? 'The parser fails on no rule.',
};

const EMPTY_RULES: Readonly<Record<RuleFacts['empty'], string>> = {
  'matches-nothing': 'A rule without a value does nothing.',
  'allows-all': 'A rule without a value allows everything, with the rank of any other rule.',
  reversed:
    'A Disallow without a value allows everything, and an Allow without a value disallows everything.',
  'disallow-allows-all': 'A Disallow without a value is an Allow of the lowest rank that matches everything.',
};

const WITHOUT_SLASH: Readonly<Record<RuleFacts['withoutSlash'], string>> = {
  'matches-nothing': 'A pattern without a leading slash or * does nothing.',
  kept: 'A pattern without a leading slash or * is compared like any other.',
  'slash-added': 'A slash is added to a pattern that lacks a leading one.',
};

const NORMALISING: Sentences['normalising'] = {
  text: ({ normalising }) => TEXTS[normalising.text],
  pattern: ({ normalising }) => `Patterns: ${normaliserInWords(normalising.pattern)}.`,
  target: ({ normalising }) => `URLs: ${normaliserInWords(normalising.target)}.`,
};

const TEXTS: Readonly<Record<NormalisingFacts['text'], string>> = {
  'utf-8-java': 'The file is decoded by Java’s UTF-8 decoder, with U+FFFD for invalid sequences.',
  'latin-1': 'The file is decoded as Latin-1.',
  octets: 'The file is read as octets.',
  'utf-8': 'The file is decoded as UTF-8, with U+FFFD for invalid sequences.',
  'utf-8-each-octet': 'The file is decoded as UTF-8, with U+FFFD for each invalid octet.',
  'utf-8-surrogates': 'The file is decoded as UTF-8. Octets that are not valid are kept.',
};

const MATCHING: Sentences['matching'] = {
  stars: ({ matching }) => STARS[matching.stars],
  dollar: ({ matching }) => DOLLARS[matching.dollar],
  onlyNearestLiteral: () => NEAREST,
};

const NEAREST =
  'Of the Allow patterns without wildcards only one is tried, the last that does not sort after the URL, and so of the Disallow patterns. A shorter pattern can be lost behind it.';

const STARS: Readonly<Record<MatchingFacts['stars'], string>> = {
  prefix: 'There are no wildcards: * and $ are literal characters.',
  'any-run': 'A * matches any run of characters.',
  floating: 'A pattern with a wildcard can match anywhere in the path, not only at its start.',
  'first-fit':
    'The text after the last * matches only at its first occurrence, even if $ requires a later one.',
  'next-character': 'A * stops at the first occurrence of the next character, without backtracking.',
  'text-needed': 'A * must be followed by text: a pattern that ends in *$ matches nothing.',
  'greedy-tail': 'The last * matches as much as possible.',
};

const DOLLARS: Readonly<Record<MatchingFacts['dollar'], string>> = {
  last: 'A $ means the end of the URL only as the last character of a pattern.',
  'last-but-not-after-star': 'A $ after a * is ignored.',
  anywhere: 'A $ means the end of the URL anywhere in a pattern.',
};

const PRECEDENCE: Sentences['precedence'] = {
  order: ({ precedence }) => ORDERS[precedence.order],
  tie: ({ precedence }) => TIES[precedence.tie],
  length: ({ precedence }) => LENGTHS[precedence.length],
  emptyNeverDecides: () => 'A pattern of length 0 never decides.',
};

const ORDERS: Readonly<Record<PrecedenceFacts['order'], string>> = {
  'longest-pattern': 'The longest matching pattern wins.',
  'longest-text': 'The rule that matches the most of the URL wins, not the longest pattern.',
  first: 'The first matching rule in the file wins, however short it is.',
  'any-allow': 'Any matching Allow beats every Disallow, however long it is.',
};

const TIES: Readonly<Record<PrecedenceFacts['tie'], string>> = {
  allow: 'Of rules of equal length Allow wins.',
  first: 'Of rules of equal length the first in the file wins, not Allow.',
  'first-but-allow-of-same':
    'Of rules of equal length the first in the file wins. Rules with the same pattern are an Allow if one of them is.',
  'unstable-sort': 'Of two rules of equal length, either may win.',
};

const LENGTHS: Readonly<Record<PrecedenceFacts['length'], string>> = {
  units: 'The length of a pattern is counted in the units in which it is compared.',
  'without-wildcards': 'Stars and a final $ do not count for the length of a pattern.',
  'code-points': 'The length of a pattern is counted in Unicode characters.',
  'utf-8': 'The length of a pattern is counted in octets of UTF-8.',
};

const TARGETS: Sentences['targets'] = {
  domain: ({ targets }) => DOMAINS[targets.domain],
  read: ({ targets }) =>
    targets.read === 'rfc9309' ? 'Path and query of a URL are compared.' : targets.read.inWords,
  withoutGroup: ({ targets }) => targets.withoutGroup?.inWords ?? 'URLs are read alike for every crawler.',
};

const DOMAINS: Readonly<Record<TargetFacts['domain'], string>> = {
  text: 'Any text is accepted as a URL.',
  url: 'Only absolute URLs and paths are accepted.',
};

const EXTRAS: Sentences['extras'] = {
  robotsTxtIsAllowed: () => '/robots.txt itself can be disallowed.',
  indexPage: ({ extras }) => INDEX_PAGES[extras.indexPage?.of ?? 'allow'],
  maxCrawlDelaySeconds: ({ extras }) =>
    `A Crawl-delay above ${extras.maxCrawlDelaySeconds} seconds disallows everything.`,
  crawlDelay: ({ extras }) => extras.crawlDelay?.inWords ?? 'A Crawl-delay is a decimal number.',
  countedDelay: ({ extras }) =>
    extras.countedDelay === 'least'
      ? 'Of several Crawl-delay records the least counts.'
      : 'Of several Crawl-delay records the last counts.',
  badCrawlDelayIsError: () => 'The parser fails on a Crawl-delay that is not a number.',
  markupWithoutGroupsAllowsAll: () => 'HTML without a user-agent line allows everything.',
};

const INDEX_PAGES: Readonly<Record<IndexPageFacts['of'], string>> = {
  allow: 'An Allow for index.html also allows its directory.',
  both: 'A rule for index.html also applies to its directory.',
};

function recordName(kind: LineKind.Any): string {
  const name = recordKindOf(kind) ?? 'other';
  return name[0]?.toUpperCase() + name.slice(1);
}

/** The sentence for each fact that departs from RFC 9309, by axis and name. */
export const SENTENCES: Sentences = {
  lines: LINES,
  names: NAMES,
  runs: RUNS,
  groups: GROUPS,
  agents: AGENT_SENTENCES,
  merging: MERGING,
  rules: RULES,
  normalising: NORMALISING,
  matching: MATCHING,
  precedence: PRECEDENCE,
  targets: TARGETS,
  extras: EXTRAS,
};
