/**
 * Matches every rule, without a step budget, in at most 4 steps per rule and octet of the target. Bundles without the
 * compiler use it for the queries that exceed the budget of a scan.
 */
import type { LineSource } from '../parse/records.ts';
import { prepareTarget, type Target, type UrlLike } from '../patterns/target.ts';
import { groupAt, judgementOn, verdictOn } from './judgement.ts';
import type { Matcher } from './matcher.ts';
import { matchingRules } from './scan-matcher.ts';
import type { Selection } from './select.ts';
import type { Judgement, Verdict, VerdictRule } from './verdict.ts';

export class ExhaustiveScan implements Matcher {
  readonly #source: LineSource;
  readonly #selection: Selection;

  constructor(source: LineSource, selection: Selection) {
    this.#source = source;
    this.#selection = selection;
  }

  allows(target: string | UrlLike): boolean {
    return this.judge(target).allowed;
  }

  judge(target: string | UrlLike): Judgement {
    const prepared = prepareTarget(target);
    return judgementOn(
      prepared,
      groupAt(this.#source, this.#selection.userAgentRows),
      this.#matching(prepared)[0],
    );
  }

  explain(target: string | UrlLike): Verdict {
    const prepared = prepareTarget(target);
    const candidates = Object.freeze(this.#matching(prepared));
    return verdictOn(prepared, groupAt(this.#source, this.#selection.userAgentRows), candidates);
  }

  #matching(target: Target): VerdictRule[] {
    return matchingRules(this.#source, this.#selection, target);
  }
}
