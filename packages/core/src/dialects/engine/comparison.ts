/** Prepares files for exact comparison, in dialects whose verdicts depend only on ranked patterns. */

import type { ComparableFile, ComparableRule } from '../../parse/dialect-reader.ts';
import type { LineSource } from '../../parse/records.ts';
import type { DialectFacts } from './facts.ts';
import { groupsByFacts } from './groups.ts';
import { type FactRule, rulesByFacts } from './rules.ts';
import { selectFrom } from './selection.ts';

/**
 * Whether two files can be compared exactly under these facts: verdicts depend only on the patterns that match and on
 * their lengths, and the selection of groups depends only on one name of the crawler.
 */
export function areComparable(facts: DialectFacts): boolean {
  const { agents, merging, groups, lines, normalising, matching, precedence, rules, extras } = facts;
  const isOneName =
    (agents.compare === 'equal' && merging.choice === 'all') ||
    (agents.compare === 'file-begins-caller' && merging.choice === 'longest-name');
  return (
    isOneName &&
    merging.starWeight === 'least' &&
    !merging.firstInRunDecides &&
    !agents.starsAreDropped &&
    groups.ruleBefore !== 'error' &&
    lines.markup === 'kept' &&
    normalising.text === 'octets' &&
    normalising.pattern !== 'rfc9309' &&
    normalising.target !== 'rfc9309' &&
    (matching.stars === 'any-run' || matching.stars === 'prefix') &&
    precedence.order === 'longest-pattern' &&
    precedence.tie === 'allow' &&
    rules.fails === undefined &&
    extras.maxCrawlDelaySeconds === undefined &&
    !extras.badCrawlDelayIsError
  );
}

/** The rules and names in a file, as `facts` define them. */
export function comparableByFacts(source: LineSource, facts: DialectFacts): ComparableFile {
  const found = groupsByFacts(source, facts);
  const names = new Set<string>();
  for (const { agents } of found.groups) {
    for (const agent of agents) if (!agent.isStar) for (const name of agent.names) names.add(name);
  }
  const known = new Map<string, readonly ComparableRule[]>();
  return {
    names: [...names],
    robotsTxtIsAllowed: facts.extras.robotsTxtIsAllowed,
    rulesOf(name) {
      const { ruleRows } = selectFrom(source, found, [name], facts);
      const key = ruleRows.join();
      const rules = known.get(key) ?? rulesByFacts(source, ruleRows, facts).map(comparableRule);
      known.set(key, rules);
      return rules;
    },
  };
}

function comparableRule({ row, isAllow, pattern }: FactRule): ComparableRule {
  // Only RFC 9309's own normalization gives a pattern two forms.
  const [{ segments, isAnchored }] = pattern.forms as [FactRule['pattern']['forms'][number]];
  return { row, isAllow, segments, isAnchored, length: pattern.length };
}
