/**
 * Finds rules that have no effect: those that never decide, and those whose removal changes no verdict. Each result is
 * proven for every crawler whose merged groups contain the rule. Rules beyond the budget are not reported.
 */

import { changedRegions } from '../compare/changed-regions.ts';
import { type ComparedRule, type ComparedRules, comparedRules } from '../compare/compared-rule.ts';
import { findTarget } from '../compare/find-target.ts';
import { RuleSide } from '../compare/rule-side.ts';
import { shortestMatch } from '../compare/shortest-match.ts';
import { RULES_A_UNIT, WorkBudget } from '../compare/work-budget.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { Group } from '../parse/groups.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { matches } from '../patterns/match.ts';
import { prepareTarget } from '../patterns/target.ts';
import { crawlerPairs } from './crawler-pairs.ts';
import { resultOf } from './result-of.ts';
import { coverOf, type Loss, lossOf } from './rule-effect.ts';

/** A rule that has no effect. */
export interface DeadRule {
  readonly record: DocumentRecord;
  /**
   * `shadowed`: the rule never decides. `redundant`: if the rule were removed, the verdicts that it decides would stay
   * the same.
   */
  readonly kind: 'shadowed' | 'redundant';
  /**
   * Rules that decide the targets of this rule instead, or would decide them without this rule. The list may be
   * incomplete; it is empty only if no such rule exists.
   */
  readonly because: readonly DocumentRecord[];
  /**
   * The rule of the same kind that matches every target of this rule, for each of its crawlers; absent if no single
   * rule does.
   */
  readonly coveredBy?: DocumentRecord;
  /**
   * A longer rule of the opposite kind that decides some targets of this rule without being an exception to it, and the
   * smallest of these targets. Only if no such rule exists, the verdict that this rule states is the verdict of every
   * target that it matches, apart from exceptions.
   */
  readonly losesTo?: Loss;
  /** Whether the rule can be deleted. All rules with this mark can be deleted together without changing a verdict. */
  readonly isRemovable: boolean;
}

/** The result of `deadRules`. */
export interface DeadRules {
  /** The rules in file order. */
  readonly rules: readonly DeadRule[];
  /** False if the budget ran out. In that case, there may be further rules without effect. */
  readonly isComplete: boolean;
}

/** Number of rules prepared per unit of work. */
const RULES_READ_A_UNIT = 8;

/** Limits the search for dead rules. */
export interface DeadRulesOptions {
  /**
   * The work budget. One unit is a comparison of two rules, or a few hundred steps; 10,000 units take a few hundred
   * milliseconds.
   *
   * @default {10_000}
   */
  budget?: number;
}

/**
 * All rules that are proven to have no effect. Of several identical rules, only the first is examined.
 *
 * @throws {RangeError} If `budget` is not a number of at least 0.
 */
export function deadRules(document: RobotsDocument, options: DeadRulesOptions = {}): DeadRules {
  const { budget: work = 10_000 } = options;
  if (!(work >= 0))
    throw new RangeError(`Cannot look for dead rules with budget ${work}: expected a number of at least 0`);
  const budget = new WorkBudget(work);
  const lists = mergedLists(document, budget);
  const removed = new Set<DocumentRecord>();
  const found: DeadRule[] = [];
  for (const group of document.groups) {
    const holders = lists.get(group) ?? [];
    if (holders.length === 0) continue;
    for (const record of group.rules) {
      const deaths = deathsOf(record, holders);
      if (!deaths) continue;
      const isRemovable =
        leavesRules(group, record, removed) && holders.every((list) => list.isRemovable(record, removed));
      if (isRemovable) removed.add(record);
      const kind = deaths.every((death) => death.kind === 'shadowed') ? 'shadowed' : 'redundant';
      const because = [...new Set(deaths.flatMap((death) => death.because))];
      const losesTo = deaths.find((death) => death.losesTo)?.losesTo;
      const [coveredBy, ...others] = new Set(deaths.map((death) => death.coveredBy));
      const isCovered = coveredBy !== undefined && others.length === 0;
      const how = { ...(losesTo && { losesTo }), ...(isCovered && { coveredBy }) };
      found.push({ record, kind, because, ...how, isRemovable });
    }
  }
  return { rules: found, isComplete: budget.left > 0 };
}

/**
 * The merged rules of the crawlers that each group applies to. The rules of a group are omitted if its crawlers need
 * more work than is left.
 */
function mergedLists(
  document: RobotsDocument,
  budget: WorkBudget,
): ReadonlyMap<Group, readonly MergedRules[]> {
  const lists = new Map<Group, MergedRules[]>();
  const unreached = new Set<Group>();
  for (const { before } of crawlerPairs(document, document, [])) {
    const count = before.groups.reduce((sum, { rules }) => sum + rules.length, 0);
    const isReached = budget.spend(count / RULES_READ_A_UNIT);
    const records = isReached ? before.groups.flatMap(({ rules }) => rules) : [];
    const list = new MergedRules(comparedRules(document, records), budget);
    for (const group of before.groups) {
      if (!isReached) unreached.add(group);
      const known = lists.get(group);
      if (known) known.push(list);
      else lists.set(group, [list]);
    }
  }
  for (const group of unreached) lists.delete(group);
  return lists;
}

/** Why the rule has no effect, for each crawler that it applies to; `undefined` if it has an effect for one of them. */
function deathsOf(record: DocumentRecord, holders: readonly MergedRules[]): readonly Death[] | undefined {
  const deaths: Death[] = [];
  for (const list of holders) {
    const death = list.deathOf(record);
    if (!death) return undefined;
    deaths.push(death);
  }
  return deaths;
}

/**
 * Whether a group keeps at least one rule if `record` is removed as well. Without rules, its user-agent records would
 * merge with the next group.
 */
function leavesRules(
  { rules }: Group,
  record: DocumentRecord,
  removed: ReadonlySet<DocumentRecord>,
): boolean {
  return rules.some((other) => other !== record && !removed.has(other));
}

type Death = Pick<DeadRule, 'kind' | 'because' | 'coveredBy' | 'losesTo'>;

const NOTHING = new RuleSide([]);

class MergedRules {
  readonly #side: RuleSide;
  readonly #budget: WorkBudget;
  readonly #byRecord: ReadonlyMap<DocumentRecord, ComparedRule>;

  constructor(rules: ComparedRules, budget: WorkBudget) {
    this.#side = new RuleSide(rules);
    this.#budget = budget;
    this.#byRecord = new Map(rules.map((rule) => [rule.record, rule]));
  }

  /**
   * Why the rule has no effect for this crawler; `undefined` if the rule has an effect, or if its effect is unknown.
   */
  deathOf(record: DocumentRecord): Death | undefined {
    const rule = this.#byRecord.get(record);
    if (!rule || !this.#budget.spend(1)) return undefined;
    const shortest = shortestMatch(rule, this.#side.space);
    const isDeciding = shortest !== undefined && this.#side.decider(shortest) === rule;
    if (!isDeciding) {
      const answer = this.#whereItDecides(rule);
      if (answer.kind === 'undecided') return undefined;
      if (answer.kind === 'none') return this.#death('shadowed', rule, answer.outrankedBy);
    }
    const next = shortest === undefined ? undefined : this.#nextAt(shortest, rule);
    if (isDeciding && (next?.isAllow ?? true) !== rule.isAllow) return undefined;
    const isRedundant = this.#isDeadWithout(record, new Set());
    return isRedundant ? this.#death('redundant', rule, next ? [next] : []) : undefined;
  }

  /** The death of a rule; `undefined` if it takes too much work to find out which rules decide instead. */
  #death(kind: Death['kind'], rule: ComparedRule, others: readonly ComparedRule[]): Death | undefined {
    const death = { kind, because: recordsOf(others) };
    // Rules of the other kind explain by themselves why a rule never decides.
    if (kind === 'shadowed' && others.some(({ isAllow }) => isAllow !== rule.isAllow)) return death;
    const losesTo = lossOf(rule, this.#side, this.#budget);
    if (losesTo === 'undecided') return undefined;
    if (losesTo) return { ...death, losesTo };
    const coveredBy = coverOf(rule, this.#side, this.#budget, others);
    return { ...death, ...(coveredBy && { coveredBy }) };
  }

  /**
   * Whether removing this record changes nothing once the records in `removed` are gone. False if a later record
   * repeats the rule, because the rule would then still apply.
   */
  isRemovable(record: DocumentRecord, removed: ReadonlySet<DocumentRecord>): boolean {
    return this.#byRecord.get(record)?.isRepeated === false && this.#isDeadWithout(record, removed);
  }

  #isDeadWithout(record: DocumentRecord, removed: ReadonlySet<DocumentRecord>): boolean {
    const rest = this.#side.rules.filter((rule) => !removed.has(rule.record));
    if (!this.#budget.spend(rest.length / RULES_A_UNIT)) return false;
    const before = removed.size === 0 ? this.#side : sideOf(rest);
    const after = sideOf(rest.filter((rule) => rule.record !== record));
    for (const piece of changedRegions(before, after, this.#budget)) if (piece) return false;
    return true;
  }

  #whereItDecides(decidesBefore: ComparedRule) {
    const question = { before: this.#side, after: NOTHING, decidesBefore, decidesAfter: undefined };
    return resultOf(findTarget(question, this.#budget));
  }

  /** The rule that decides a target if the rule `without` is ignored. */
  #nextAt(text: string, without: ComparedRule): ComparedRule | undefined {
    const target = prepareTarget(text);
    let next: ComparedRule | undefined;
    let looked = 0;
    for (const rule of this.#side.meeting(without)) {
      looked++;
      if (rule === without || (next && rule.order < next.order)) continue;
      if (matches(rule.pattern, target)) next = rule;
    }
    this.#budget.spend(looked / RULES_A_UNIT);
    return next;
  }
}

function sideOf(rules: ComparedRules): RuleSide {
  return new RuleSide(rules.map((rule, order) => ({ ...rule, order })));
}

function recordsOf(rules: readonly ComparedRule[]): DocumentRecord[] {
  return rules.map(({ record }) => record).sort((a, b) => a.line - b.line);
}
