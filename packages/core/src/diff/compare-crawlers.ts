/** Compares the rules of every crawler in two files; crawlers with the same rules are compared once. */

import { changedRegions } from '../compare/changed-regions.ts';
import type { ChangedTargets, UndecidedRule } from '../compare/changed-targets.ts';
import { type ComparedRules, comparedRules } from '../compare/compared-rule.ts';
import { RuleSide } from '../compare/rule-side.ts';
import type { TargetSpace } from '../compare/target-space.ts';
import type { WorkBudget } from '../compare/work-budget.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { Crawler } from '../rules/crawler-profile.ts';
import { crawlerPairs, type GroupChoice } from './crawler-pairs.ts';
import type { Sides } from './region.ts';

/** Crawlers that have the same rules as one another in each of the two files, and the changes for these crawlers. */
export interface ComparedCrawlers {
  readonly crawlers: readonly string[];
  readonly sides: Sides;
  /** Yields the changes. Yields nothing if the rules are the same in both files. */
  found(): Generator<ChangedTargets | UndecidedRule | undefined>;
}

/**
 * Groups the crawlers that the two files distinguish. Crawlers that have the same rules as one another in each file
 * form one group.
 */
export function compareCrawlers(
  documents: readonly [RobotsDocument, RobotsDocument],
  asked: readonly Crawler[],
  budget: WorkBudget,
): readonly ComparedCrawlers[] {
  const byRules = new Map<RuleList, Map<RuleList, string[]>>();
  for (const { crawlers, before, after } of crawlerPairs(documents[0], documents[1], asked)) {
    const [one, other] = [listOf(documents[0], before), listOf(documents[1], after)];
    const byOther = byRules.get(one) ?? new Map<RuleList, string[]>();
    byRules.set(one, byOther.set(other, [...(byOther.get(other) ?? []), ...crawlers]));
  }
  return comparedLists(documents, byRules, budget);
}

/**
 * Groups crawlers by their rules before and after the change. If the two lists of rules are equal, they are not
 * searched for changes.
 */
export function comparedLists(
  documents: readonly [RobotsDocument, RobotsDocument],
  byRules: ReadonlyMap<RuleList, ReadonlyMap<RuleList, readonly string[]>>,
  budget: WorkBudget,
): readonly ComparedCrawlers[] {
  const byText = new Map<string, ComparedCrawlers & { crawlers: string[] }>();
  const numbers = new Map<string, number>();
  const numberOf = ({ text }: RuleList): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  for (const [one, byOther] of byRules) {
    for (const [other, crawlers] of byOther) {
      const key = `${numberOf(one)}/${numberOf(other)}`;
      const known = byText.get(key);
      if (known) known.crawlers.push(...crawlers);
      else {
        byText.set(key, {
          crawlers: [...crawlers],
          sides: { documents, rules: [one.side, other.side] },
          found: () => (one.text === other.text ? nothing() : changedRegions(one.side, other.side, budget)),
        });
      }
    }
  }
  return [...byText.values()];
}

function* nothing(): Generator<never> {}

export interface RuleList {
  readonly side: RuleSide;
  /** The rules as text. Equal lists have equal text, even if they come from different files. */
  readonly text: string;
}

/**
 * The rule lists of a file, one for each selection of groups. Cached, because callers compare one file with many
 * variants that differ in one line.
 */
const known = new WeakMap<RobotsDocument, Map<string, RuleList>>();

function listOf(document: RobotsDocument, { id, groups }: GroupChoice): RuleList {
  const lists = known.get(document) ?? new Map<string, RuleList>();
  known.set(document, lists);
  let list = lists.get(id);
  if (!list) {
    const rules = comparedRules(
      document,
      groups.flatMap((group) => group.rules),
    );
    list = ruleList(rules);
    lists.set(id, list);
  }
  return list;
}

/** Builds a list from the rules, for comparison. */
export function ruleList(rules: ComparedRules, space?: TargetSpace): RuleList {
  return { side: new RuleSide(rules, space), text: rules.map(({ key }) => key).join('\n') };
}
