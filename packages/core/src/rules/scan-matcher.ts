/**
 * Matches the rules one after another as the document spells them, which is fastest for a few queries. A query that
 * takes more steps than an ordinary file needs is passed to another matcher.
 */
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import type { LineSource } from '../parse/records.ts';
import { isRobotsTxt, matches } from '../patterns/match.ts';
import { parsePattern } from '../patterns/pattern.ts';
import { prepareTarget, type Target, type UrlLike } from '../patterns/target.ts';
import { groupAt, judgementOn, ruleAt, verdictOn } from './judgement.ts';
import type { Matcher } from './matcher.ts';
import { allowsAt, NO_MATCH, rank } from './rule.ts';
import { type Form, RuleRanker } from './rule-ranker.ts';
import type { Selection } from './select.ts';
import type { Judgement, Verdict, VerdictRule } from './verdict.ts';

interface Best {
  readonly row: number;
  readonly rank: number;
}

export class ScanMatcher implements Matcher {
  readonly #source: LineSource;
  readonly #selection: Selection;
  readonly #beyondBudget: () => Matcher;

  /** @param beyondBudget Returns the matcher that answers costly queries. */
  constructor(source: LineSource, selection: Selection, beyondBudget: () => Matcher) {
    this.#source = source;
    this.#selection = selection;
    this.#beyondBudget = beyondBudget;
  }

  allows(target: string | UrlLike): boolean {
    const prepared = prepareTarget(target);
    const best = this.#bestWithinBudget(prepared);
    return best ? allowsAt(best.rank) || isRobotsTxt(prepared) : this.#beyondBudget().allows(target);
  }

  judge(target: string | UrlLike): Judgement {
    const prepared = prepareTarget(target);
    const best = this.#bestWithinBudget(prepared);
    if (!best) return this.#beyondBudget().judge(target);
    const rule = best.row < 0 ? undefined : ruleAt(this.#source, best.row);
    return judgementOn(prepared, groupAt(this.#source, this.#selection.userAgentRows), rule);
  }

  explain(target: string | UrlLike): Verdict {
    const prepared = prepareTarget(target);
    if (!this.#bestWithinBudget(prepared)) return this.#beyondBudget().explain(target);
    const candidates = matchingRules(this.#source, this.#selection, prepared);
    const group = groupAt(this.#source, this.#selection.userAgentRows);
    return verdictOn(prepared, group, Object.freeze(candidates));
  }

  /** The rule that decides; `undefined` if finding it takes too long. */
  #bestWithinBudget({ folded, plain }: Target): Best | undefined {
    const best = this.#bestOf(folded, 'folded');
    if (plain === folded || !best) return best;
    const other = this.#bestOf(plain, 'plain');
    return other && (isBefore(other, best) ? other : best);
  }

  #bestOf(path: Uint8Array, form: Form): Best | undefined {
    const { octets, lines } = this.#source;
    const ranker = new RuleRanker(octets, path, path.length, form);
    let best = NO_MATCH;
    let bestRow = -1;
    for (const row of this.#selection.ruleRows) {
      const isAllow = kindAt(lines, row) === LineKind.allow;
      const found = ranker.rank(valueStartAt(lines, row), valueEndAt(lines, row), isAllow);
      if (ranker.isOverBudget) return undefined;
      if (found <= best) continue;
      best = found;
      bestRow = row;
    }
    return { row: bestRow, rank: best };
  }
}

/** Every rule that matches, best first; equal ranks in file order. Takes at most 4 steps per rule and octet of the target. */
export function matchingRules(source: LineSource, { ruleRows }: Selection, target: Target): VerdictRule[] {
  const { octets, lines } = source;
  const found: Best[] = [];
  for (const row of ruleRows) {
    const pattern = parsePattern(octets, valueStartAt(lines, row), valueEndAt(lines, row));
    if (!pattern || !matches(pattern, target)) continue;
    found.push({ row, rank: rank(kindAt(lines, row) === LineKind.allow, pattern.octets) });
  }
  return found.sort((a, b) => (isBefore(a, b) ? -1 : 1)).map(({ row }) => ruleAt(source, row));
}

function isBefore(a: Best, b: Best): boolean {
  return a.rank === b.rank ? a.row < b.row : a.rank > b.rank;
}
