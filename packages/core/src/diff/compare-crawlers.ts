/** The rules of every crawler compared between two files; crawlers with the same rules are compared once. */
import type { RobotsDocument } from '../parse/document.ts';
import type { Crawler } from '../rules/crawler-profile.ts';
import { changedRegions } from './changed-regions.ts';
import type { ChangedTargets, UndecidedRule } from './changed-targets.ts';
import { comparedRules } from './compared-rule.ts';
import { type CrawlerPair, crawlerPairs, type GroupChoice } from './crawler-pairs.ts';
import type { Sides } from './region.ts';
import { RuleSide } from './rule-side.ts';
import type { WorkBudget } from './work-budget.ts';

/** Crawlers with the same rules in both files, and what changes for them. */
export interface ComparedCrawlers {
  readonly crawlers: readonly string[];
  readonly sides: Sides;
  /** Nothing where the rules are the same. */
  found(): Generator<ChangedTargets | UndecidedRule | undefined>;
}

/** All crawlers that the files tell apart, those with the same rules together. */
export function compareCrawlers(
  documents: readonly [RobotsDocument, RobotsDocument],
  asked: readonly Crawler[],
  budget: WorkBudget,
): readonly ComparedCrawlers[] {
  const pairs = crawlerPairs(documents[0], documents[1], asked);
  const numbers = new Map<string, number>();
  const rules = [new RuleLists(documents[0], numbers), new RuleLists(documents[1], numbers)] as const;
  const byRules = new Map<string, { crawlers: string[]; pair: CrawlerPair }>();
  for (const pair of pairs) {
    const key = `${rules[0].number(pair.before)}/${rules[1].number(pair.after)}`;
    const known = byRules.get(key);
    if (known) known.crawlers.push(...pair.crawlers);
    else byRules.set(key, { crawlers: [...pair.crawlers], pair });
  }
  return [...byRules.values()].map(({ crawlers, pair }) => {
    const before = rules[0].side(pair.before);
    const after = rules[1].side(pair.after);
    const areSame = rules[0].number(pair.before) === rules[1].number(pair.after);
    return {
      crawlers,
      sides: { documents, rules: [before, after] },
      found: () => (areSame ? nothing() : changedRegions(before, after, budget)),
    };
  });
}

function* nothing(): Generator<never> {}

/** The rule lists of one file, each made once. Lists that say the same have the same number, also among files. */
class RuleLists {
  readonly #document: RobotsDocument;
  readonly #sides = new Map<string, { side: RuleSide; number: number }>();
  readonly #numbers: Map<string, number>;

  constructor(document: RobotsDocument, numbers: Map<string, number>) {
    this.#document = document;
    this.#numbers = numbers;
  }

  side(choice: GroupChoice): RuleSide {
    return this.#known(choice).side;
  }

  number(choice: GroupChoice): number {
    return this.#known(choice).number;
  }

  #known({ id, groups }: GroupChoice): { side: RuleSide; number: number } {
    let known = this.#sides.get(id);
    if (!known) {
      const list = comparedRules(
        this.#document,
        groups.flatMap(({ rules }) => rules),
      );
      const text = list.map(({ key }) => key).join('\n');
      const number = this.#numbers.get(text) ?? this.#numbers.size;
      this.#numbers.set(text, number);
      known = { side: new RuleSide(list), number };
      this.#sides.set(id, known);
    }
    return known;
  }
}
