/** Answers queries from one compiled pattern set and, after many queries, from cached automaton states. */
import { isRobotsTxt } from '../patterns/match.ts';
import { prepareTarget, type Target, type UrlLike } from '../patterns/target.ts';
import { isRobotsTxtRead, lastRead, readTarget } from '../patterns/target-octets.ts';
import { judgementOn, verdictOn } from '../rules/judgement.ts';
import type { Matcher } from '../rules/matcher.ts';
import { allowsAt } from '../rules/rule.ts';
import type { Judgement, Verdict } from '../rules/verdict.ts';
import { ALLOWED, canBegin, HotSet, NOT_KNOWN } from './hot/hot-set.ts';
import { PATTERN_SET, plainPatternSet } from './rule-set-form.ts';
import { RuleTable } from './rule-table.ts';
import { greatestRank } from './set/pattern-set.ts';

export class CompiledMatcher implements Matcher {
  /** The compiled rules as octets. */
  readonly form: Uint8Array;
  /**
   * The set of plain forms; created on first use, and only if the plain form of some rule differs from the folded form.
   */
  #plain: Uint8Array | undefined;
  #questions: number;
  /** The cached states; created after enough queries. */
  #hot: HotSet | undefined;
  /**
   * The rules for explanations; created when a rule is first requested. The table takes 1.5 to 3 times as many octets
   * as the rules.
   */
  #table: RuleTable | undefined;

  /**
   * @param questions The number of queries answered before compiling. They count toward the first use of cached
   *   states.
   */
  constructor(form: Uint8Array, questions = 0) {
    this.form = form;
    this.#questions = questions;
  }

  allows(target: string | UrlLike): boolean {
    if (typeof target !== 'string') return this.#allowsPrepared(prepareTarget(target));
    if (this.#hot !== undefined) {
      const answer = this.#hot.ask(target);
      if (answer !== NOT_KNOWN) return answer === ALLOWED;
    } else if (canBegin(++this.#questions)) {
      this.#hot = new HotSet(this.form, PATTERN_SET, this.#questions);
    }
    const length = readTarget(target);
    if (length === 0) return this.#allowsPrepared(prepareTarget(target));
    return allowsAt(greatestRank(this.form, PATTERN_SET, lastRead.path, length)) || isRobotsTxtRead(length);
  }

  judge(target: string | UrlLike): Judgement {
    const table = this.#rules();
    const prepared = readOrPrepare(target);
    return judgementOn(prepared, table.group, table.best(prepared));
  }

  explain(target: string | UrlLike): Verdict {
    const table = this.#rules();
    const prepared = readOrPrepare(target);
    return verdictOn(prepared, table.group, Object.freeze(table.matching(prepared)));
  }

  #rules(): RuleTable {
    this.#table ??= new RuleTable(this.form);
    return this.#table;
  }

  #allowsPrepared(target: Target): boolean {
    return allowsAt(this.#rank(target)) || isRobotsTxt(target);
  }

  #rank({ folded, plain }: Target): number {
    const { form } = this;
    const rank = greatestRank(form, PATTERN_SET, folded, folded.length);
    if (plain === folded) return rank;
    this.#plain ??= plainPatternSet(form);
    const [set, start] = this.#plain ? [this.#plain, 0] : [form, PATTERN_SET];
    return Math.max(rank, greatestRank(set, start, plain, plain.length));
  }
}

/**
 * Prepares a target. Most targets are already normalized and only need to be read. Their octets are copied, because the
 * next target reuses the buffer.
 */
function readOrPrepare(target: string | UrlLike): Target {
  const length = typeof target === 'string' ? readTarget(target) : 0;
  if (length === 0) return prepareTarget(target);
  const path = lastRead.path.slice(0, length);
  return { folded: path, plain: path };
}
