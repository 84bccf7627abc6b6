/**
 * Lists facts of dialects that are hidden: they affect no verdict, because another fact of the same dialect makes them
 * irrelevant. Each is listed with its reason. A fact is one setting of a dialect. No question can reveal a wrong value
 * of a hidden fact.
 */
import * as LineKind from '../../packages/core/dist/parse/line-kind.js';

/**
 * Reasons by axis and fact. `holds(facts, planted)` returns whether the original value and the value `planted` give the
 * same verdicts.
 */
const HIDDEN = {
  'names.namelessIsNoRecord': {
    because: 'unknown records neither end a run nor make a group',
    holds: ({ runs, groups }) => !runs.endedBy.has(LineKind.other) && !groups.needs.has(LineKind.other),
  },
  'names.onlyWordNames': {
    because: 'unknown records neither end a run nor make a group, and every known name is a word',
    holds: ({ runs, groups, names }) =>
      !runs.endedBy.has(LineKind.other) &&
      !groups.needs.has(LineKind.other) &&
      names.match === 'exact' &&
      Object.values(names.known)
        .flat()
        .every((name) => /^[\w-]+$/.test(name)),
  },
  'names.letterCase': {
    because: 'no letter outside ASCII folds to one of a known name',
    holds: ({ names }, planted) =>
      names.onlyWordNames === true ||
      ([names.letterCase, planted].every((each) => each === 'ascii' || each === 'unicode-lower') &&
        !Object.values(names.known).flat().join('').includes('k')),
  },
  'agents.emptyCallerIsStar': {
    because: 'no group is named by an empty name, so those of * apply in any case',
    holds: ({ agents, merging }) =>
      ['', '*'].every((name) => agents.fails?.run(name, 'caller') === undefined) &&
      (!agents.emptyNameCounts || (agents.compare !== 'equal' && merging.choice !== 'exact-then-first')),
  },
  'agents.emptyNameCounts': {
    because: 'an empty name weighs nothing',
    holds: ({ merging }) => merging.choice === 'longest-name',
  },
  'lines.nul': { because: 'a NUL ends the line', holds: ({ lines }) => lines.ends.has(0) },
  'names.match': {
    because: 'the dialect compares names in its own way',
    holds: ({ names }) => typeof names.letterCase === 'object',
  },
  'groups.emptyRulesDoNotCount': {
    because: 'a group needs no rule',
    holds: ({ groups }) => groups.needs.size === 0,
  },
  'agents.letterCase': {
    because:
      'names are octets, and one that is not ASCII ends the name or fails; nothing else folds to ASCII',
    holds: ({ agents, normalising }) =>
      normalising.text === 'octets' &&
      (agents.fileToken === 'letters' || agents.fails?.run('\u00e9', 'file') !== undefined),
  },
  'agents.starsAreDropped': {
    because: 'names end at a star',
    holds: ({ agents }) =>
      ['letters', 'unicode-letters', 'letters-or-whole', 'rfc9309'].includes(agents.fileToken),
  },
  'merging.choice': {
    because: 'every name that fits is the same name',
    holds: ({ agents, merging }, planted) =>
      agents.compare === 'equal' &&
      !agents.emptyNameCounts &&
      [merging.choice, planted].every((each) => each === 'all' || each === 'longest-name') &&
      !merging.firstInRunDecides,
  },
  'merging.starWeight': {
    because: 'names are not weighed',
    holds: ({ merging }) => merging.choice !== 'longest-name',
  },
  'merging.starHidesNames': {
    because: 'only readers that take the first group look for one',
    holds: ({ merging }) => merging.choice !== 'first',
  },
  'merging.firstInRunDecides': {
    because: 'only readers that merge all groups look for one',
    holds: ({ merging }) => merging.choice !== 'all',
  },
  'rules.controlsMatchNothing': {
    because: 'a control octet in a pattern matches no target',
    holds: ({ normalising, targets }) =>
      keepsOctet(normalising.pattern, 1) && hasNone(/[\0-\x08\n-\x1f]/, targets, '/a\u0001b'),
  },
  'rules.empty': {
    because: 'an empty rule allows what is allowed without it, and weighs less than any other',
    holds: ({ precedence, normalising, matching }) =>
      precedence.order === 'longest-pattern'
        ? precedence.emptyNeverDecides === true || !isOwn(normalising.pattern)
        : precedence.order === 'longest-text' &&
          matching.stars === 'greedy-tail' &&
          emptiesNothing(normalising),
  },
  'rules.withoutSlash': {
    because: 'every target begins with a slash, so such a pattern matches none',
    holds: ({ rules, normalising, matching }, planted) =>
      [rules.withoutSlash, planted].every((each) => each !== 'slash-added') &&
      ['any-run', 'prefix', 'first-fit', 'text-needed'].includes(matching.stars) &&
      !isOwn(normalising.pattern) &&
      rules.expand === undefined,
  },
  'rules.expand': {
    because: 'a $ and its escape are one pattern',
    holds: ({ normalising }) =>
      isOwn(normalising.pattern) && normalising.pattern.run('/$') === normalising.pattern.run('/%24'),
  },
  'matching.stars': {
    because: 'a star is escaped before patterns are compared',
    holds: ({ normalising }) => isOwn(normalising.pattern) && !normalising.pattern.run('/*a').includes('*'),
  },
  'extras.indexPage': {
    because: 'the directory is written with a $, a plain character here that no target holds',
    holds: ({ matching, targets }) => matching.stars === 'prefix' && hasNone(/\$/, targets, '/$'),
  },
  'matching.dollar': {
    because: 'what ends in a star reaches every end, or no character is a wildcard',
    holds: ({ matching, precedence }, planted) =>
      matching.stars === 'prefix' ||
      (matching.stars === 'greedy-tail' && planted !== 'anywhere') ||
      (['any-run', 'first-fit'].includes(matching.stars) &&
        precedence.order !== 'longest-text' &&
        [matching.dollar, planted].every((each) => each !== 'anywhere')),
  },
  'precedence.length': {
    because: 'patterns are not weighed, or are ASCII when they are',
    holds: ({ normalising, precedence, targets }, planted) =>
      ['first', 'any-allow'].includes(precedence.order) ||
      normalising.pattern === 'rfc9309' ||
      normalising.pattern.encoded?.has(0xe9) ||
      (isOwn(normalising.pattern) && /^[\0-\x7f]*$/.test(normalising.pattern.run('/\u00e9\u{1f600}'))) ||
      (normalising.pattern === 'none' && hasNone(/[^\0-\x7f]/, targets, '/\u00e9')) ||
      (normalising.text === 'octets' && planted === 'code-points'),
  },
  'precedence.emptyNeverDecides': {
    because: 'an empty pattern makes no rule, or allows what is allowed without it',
    holds: ({ rules, normalising, precedence }) =>
      rules.withoutSlash === 'slash-added' ||
      (isOwn(normalising.pattern)
        ? emptiesNothing(normalising)
        : rules.expand === undefined &&
          (rules.empty === 'matches-nothing' || precedence.order === 'longest-pattern')),
  },
  'precedence.tie': {
    because: 'length does not decide',
    holds: ({ precedence }) => precedence.order !== 'longest-pattern',
  },
  'extras.crawlDelay': {
    because: 'no answer depends on the seconds of a Crawl-delay',
    holds: ({ extras }) => extras.maxCrawlDelaySeconds === undefined && !extras.badCrawlDelayIsError,
  },
  'extras.countedDelay': {
    because: 'no answer depends on the seconds of a Crawl-delay',
    holds: () => true,
  },
  'extras.maxCrawlDelaySeconds': { because: 'Crawl-delay is an unknown record', holds: hasNoDelay },
  'extras.badCrawlDelayIsError': {
    because: 'every Crawl-delay can be read, or none is',
    holds: (facts) => hasNoDelay(facts) || facts.extras.crawlDelay?.run('x') !== undefined,
  },
  'extras.markupWithoutGroupsAllowsAll': {
    because: 'a reader that keeps markup does not look for it',
    holds: ({ lines }) => lines.markup === 'kept',
  },
};

function isOwn(normaliser) {
  return typeof normaliser === 'object' && 'run' in normaliser;
}

/** Whether the dialect's pattern processing leaves every non-empty pattern non-empty. */
function emptiesNothing({ pattern }) {
  return ['/', '*', '?', '#', '//', 'http://'].every((text) => pattern.run(text) !== '');
}

function keepsOctet(normaliser, octet) {
  return normaliser === 'none' || (normaliser.encoded !== undefined && !normaliser.encoded.has(octet));
}

/** Whether the dialect removes these characters from the target before comparing it. */
function hasNone(characters, { read }, target) {
  if (typeof read !== 'object') return false;
  return [target, `https://example.com${target}`].every(
    (each) => !characters.test(read.run(each).path ?? ''),
  );
}

function hasNoDelay({ names }) {
  return names.read === undefined && names.known['crawl-delay'] === undefined;
}

/** The reason why the fact has no effect; `undefined` if it has an effect. */
export function whyHidden(path, facts, planted) {
  if (facts.names.read && SPLITTING.has(path)) return 'the dialect splits lines in its own way';
  if (facts.merging.choice === 'copied' && COLLECTING.has(path))
    return 'each name collects its rules in one record';
  if (facts.merging.choice === 'exact-then-first' && path === 'groups.needs')
    return 'a group that is named is used';
  const hidden = HIDDEN[path];
  return hidden?.holds(facts, planted) ? hidden.because : undefined;
}

/** Facts that a custom line reader ignores. */
const SPLITTING = new Set([
  ...['names.withoutColon', 'names.letterCase', 'names.match', 'names.known', 'names.onlyWordNames'],
  ...[
    'names.emptyIsUnknown',
    'names.namelessIsNoRecord',
    'lines.comment',
    'lines.blankLine',
    'lines.whiteSpace',
  ],
]);

/** Facts about groups that a reader ignores if it copies records. */
const COLLECTING = new Set([
  ...['lines.blankLine', 'groups.needs', 'groups.openAtEnd'],
  ...['agents.compare', 'agents.emptyNameCounts', 'agents.starsAreDropped', 'rules.onlyDisallow'],
  ...['extras.maxCrawlDelaySeconds', 'extras.badCrawlDelayIsError'],
]);
