/**
 * The smallest target that two given rules decide: one rule in the file before the change, the other in the file after
 * it.
 *
 * The target must match both rules and no rule that outranks either. There may be thousands of outranking rules, but
 * few matter, so the search starts without them. Whenever another rule decides the target found, the search excludes
 * that rule's targets and starts again. If the smallest target of this relaxed problem also solves the full problem, it
 * is the smallest solution of the full problem.
 */
import type { ComparedRule } from './compared-rule.ts';
import type { RuleSide } from './rule-side.ts';
import { TargetSearch } from './target-search.ts';
import type { WorkBudget } from './work-budget.ts';

/** Both sides, and the rule that must decide the target on each side; `undefined` if no rule of that side may match. */
export interface Question {
  readonly before: RuleSide;
  readonly after: RuleSide;
  readonly decidesBefore: ComparedRule | undefined;
  readonly decidesAfter: ComparedRule | undefined;
}

export type Answer =
  | { readonly kind: 'found'; readonly target: string }
  /**
   * No such target exists. `outrankedBy` lists the rules that the search found to outrank the two rules where their
   * patterns overlap.
   */
  | { readonly kind: 'none'; readonly outrankedBy: readonly ComparedRule[] }
  /** More work than allowed. */
  | { readonly kind: 'undecided' };

/** The amount of work that a search does before other searches get a turn. */
const TURN = 2_000;

/** The work charged for one search and its look-ups, in addition to the work for its paths. */
const WORK_OF_SEARCH = 1;

/** Searches with at most `limit` units of work; yields regularly, and deducts the work done from `budget`. */
export function* findTarget(
  question: Question,
  budget: WorkBudget,
  limit: number = budget.share,
): Generator<undefined, Answer> {
  const { decidesBefore, decidesAfter } = question;
  const matching = [decidesBefore, decidesAfter].filter((rule) => rule !== undefined);
  const outranking: ComparedRule[] = [];
  for (let left = limit; left > 0; ) {
    const patternsOf = (rules: readonly ComparedRule[]) => rules.map(({ pattern }) => pattern);
    const search = new TargetSearch(
      { matching: patternsOf(matching), except: patternsOf(outranking) },
      left - WORK_OF_SEARCH,
      question.before.space,
    );
    let answer = search.run(search.workLeft - TURN);
    for (; !answer; answer = search.run(search.workLeft - TURN)) yield;
    budget.spend(left - search.workLeft);
    left = search.workLeft;
    if (answer.kind === 'undecided') return answer;
    if (answer.kind === 'none') {
      return {
        kind: 'none',
        outrankedBy: [...answer.hindrances].map((at) => outranking[at] as ComparedRule),
      };
    }
    const others = decidersBut(question, answer.target);
    if (others.length === 0) return answer;
    outranking.push(...others);
  }
  return { kind: 'undecided' };
}

/** Rules that decide `target` instead of the required ones. */
function decidersBut(
  { before, after, decidesBefore, decidesAfter }: Question,
  target: string,
): ComparedRule[] {
  const deciders = [
    [before.decider(target), decidesBefore],
    [after.decider(target), decidesAfter],
  ] as const;
  return deciders.flatMap(([decider, wanted]) => (decider && decider !== wanted ? [decider] : []));
}
