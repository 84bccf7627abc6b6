/**
 * The smallest target about which two given rules decide: one in the file before, one in the file after.
 *
 * It matches both, and none of the rules that outrank one of the two. Of those there may be thousands, but few matter:
 * the search begins with none; as long as what it finds is decided by another rule, that rule is added and the search
 * begins anew. The smallest target of more than was asked for is the smallest of what was, if it is one of them.
 */
import type { ComparedRule } from './compared-rule.ts';
import type { RuleSide } from './rule-side.ts';
import { TargetSearch } from './target-search.ts';
import type { WorkBudget } from './work-budget.ts';

/** Which rule is to decide on a side; `undefined` where none is to match. */
export interface Question {
  readonly before: RuleSide;
  readonly after: RuleSide;
  readonly decidesBefore: ComparedRule | undefined;
  readonly decidesAfter: ComparedRule | undefined;
}

export type Answer =
  | { readonly kind: 'found'; readonly target: string }
  /** There is none; the rules that outrank where the two meet, as far as any were met. */
  | { readonly kind: 'none'; readonly outrankedBy: readonly ComparedRule[] }
  /** More work than allowed. */
  | { readonly kind: 'undecided' };

/** Work that is done before others get their turn. */
const TURN = 2_000;

/** Work for one search and for the look-ups after it, besides its paths. */
const WORK_OF_SEARCH = 1;

/** Looks for it with at most `limit` of `budget`; yields now and then, and spends what was looked at. */
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

/** Rules that decide about `target` in place of those that are to. */
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
