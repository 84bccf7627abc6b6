/** The rules that apply to one crawler, ready to be asked. */
import { quote } from '../bytes/quote.ts';
import { canBegin, HotSet } from '../engine/hot-set.ts';
import { ALLOWED, NOT_KNOWN } from '../engine/hot-states.ts';
import { greatestRank, NO_MATCH } from '../engine/pattern-set.ts';
import type { DialectReading } from '../parse/dialect-reader.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import type { LineSource } from '../parse/records.ts';
import { isRobotsTxt } from '../patterns/match.ts';
import { prepareTarget, type Target, type UrlLike } from '../patterns/target.ts';
import { isRobotsTxtRead, PATH, readTarget } from '../patterns/target-octets.ts';
import type { Form } from './rule-keys.ts';
import { RuleRanker } from './rule-ranker.ts';
import { compileForm, PATTERN_SET, plainPatternSet } from './rule-set-form.ts';
import type { Selection } from './select.ts';

/** What a rule set is compiled from. */
export interface RuleSource {
  readonly source: LineSource;
  readonly selection: Selection;
  /** Where the document's dialect reads by facts: who answers then. */
  readonly reading?: DialectReading;
}

/**
 * Questions answered by scanning the document's rules, before they are compiled and the document is let go:
 * compiling costs as much as 10 to 18 of them.
 */
export const EARLY_QUESTIONS = 8;

/** The compiled form of a rule set, compiled now if it was not yet. */
export let compiledForm: (ruleSet: RuleSet) => Uint8Array;

/** The reading of a rule set whose dialect reads by facts. */
export let readingOf: (ruleSet: RuleSet) => DialectReading | undefined;

/** What `compile` returns. Immutable; it keeps no document once it was asked a few times. */
export class RuleSet {
  #form: Uint8Array | undefined;
  #source: RuleSource | undefined;
  /** A view of the rules in their plain form, where it differs and was asked for. */
  #plain: Uint8Array | undefined;
  #questions = 0;
  /** Once it was asked often. */
  #hot: HotSet | undefined;

  static {
    compiledForm = (ruleSet) => checked(ruleSet).#compiled();
    readingOf = (ruleSet) => checked(ruleSet).#source?.reading;
  }

  /** @internal `compile` and `decodeRuleSet` make rule sets: from what is to be compiled, or compiled. */
  constructor(from: RuleSource | Uint8Array) {
    if (from instanceof Uint8Array) this.#form = from;
    else this.#source = from;
    Object.freeze(this);
  }

  /**
   * Whether the crawler may fetch `target` (RFC 9309 §2.2.2).
   *
   * @throws {TypeError} If `target` is neither an absolute URL nor a path beginning with `/`.
   */
  allows(target: string | UrlLike): boolean {
    const form = this.#form;
    if (typeof target !== 'string' || form === undefined) return this.#allowsUncommon(target);
    if (this.#hot !== undefined) {
      const answer = this.#hot.ask(target);
      if (answer !== NOT_KNOWN) return answer === ALLOWED;
    } else if (canBegin(++this.#questions)) {
      this.#hot = new HotSet(form, PATTERN_SET, this.#questions);
    }
    const length = readTarget(target);
    if (length === 0) return this.#allowsUncommon(target);
    const rank = greatestRank(form, PATTERN_SET, PATH, length);
    return rank === NO_MATCH || (rank & 1) === 1 || isRobotsTxtRead(length);
  }

  #allowsUncommon(target: string | UrlLike): boolean {
    const reading = this.#source?.reading;
    return reading ? reading.judge(target).allowed : this.#allowsPrepared(prepareTarget(target));
  }

  #allowsPrepared(target: Target): boolean {
    const rank = this.#form === undefined ? this.#rankEarly(target) : this.#rank(target);
    return rank === NO_MATCH || (rank & 1) === 1 || isRobotsTxt(target);
  }

  #rank({ folded, plain }: Target): number {
    const form = this.#compiled();
    const rank = greatestRank(form, PATTERN_SET, folded, folded.length);
    if (plain === folded) return rank;
    this.#plain ??= plainPatternSet(form);
    const plainRank = this.#plain
      ? greatestRank(this.#plain, 0, plain, plain.length)
      : greatestRank(form, PATTERN_SET, plain, plain.length);
    return Math.max(rank, plainRank);
  }

  #rankEarly(target: Target): number {
    const { folded, plain } = target;
    if (++this.#questions > EARLY_QUESTIONS) return this.#rank(target);
    const rank = this.#scanRules(folded, 'folded');
    const plainRank = plain === folded ? rank : this.#scanRules(plain, 'plain');
    return rank === undefined || plainRank === undefined ? this.#rank(target) : Math.max(rank, plainRank);
  }

  /** The greatest rank of the rules as they stand in the document; `undefined` if they had better be compiled. */
  #scanRules(path: Uint8Array, form: Form): number | undefined {
    const { source, selection } = this.#source as RuleSource;
    const { octets, lines } = source;
    const ranker = new RuleRanker(octets, path, path.length, form);
    let best = NO_MATCH;
    for (const row of selection.ruleRows) {
      const isAllow = kindAt(lines, row) === LineKind.allow;
      const found = ranker.rank(valueStartAt(lines, row), valueEndAt(lines, row), isAllow);
      if (found > best) best = found;
      if (ranker.isOverBudget) return undefined;
    }
    return best;
  }

  #compiled(): Uint8Array {
    if (this.#form === undefined) {
      const { source, selection, reading } = this.#source as RuleSource;
      if (reading) throw notCompilable();
      this.#form = compileForm(source, selection);
      this.#source = undefined;
    }
    return this.#form;
  }
}

function checked(ruleSet: RuleSet): RuleSet {
  if (ruleSet instanceof RuleSet) return ruleSet;
  throw new TypeError(`Cannot ask ${quote(ruleSet)}: expected a rule set, as compile() returns it`);
}

function notCompilable(): TypeError {
  return new TypeError(
    'Cannot compile rules read in a dialect: only those read by RFC 9309 have a compiled form',
  );
}
