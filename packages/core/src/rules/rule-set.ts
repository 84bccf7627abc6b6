/** The rules that apply to one crawler, ready to be asked. */
import type { RobotsDocument } from '../parse/document.ts';
import { isRobotsTxt, matches } from '../patterns/match.ts';
import { prepareTarget, type UrlLike } from '../patterns/target.ts';
import type { Rule } from './rule.ts';
import type { Selection } from './select.ts';

/** What `compile` returns. Immutable. */
export class RuleSet {
  readonly document: RobotsDocument;
  readonly selection: Selection;
  /** Rules that can match, best first: the first that matches decides. */
  readonly rules: readonly Rule[];

  constructor(document: RobotsDocument, selection: Selection, rules: readonly Rule[]) {
    this.document = document;
    this.selection = selection;
    this.rules = rules;
    Object.freeze(this);
  }

  /**
   * Whether the crawler may fetch `target` (RFC 9309 §2.2.2).
   *
   * @throws {TypeError} If `target` is neither an absolute URL nor a path beginning with `/`.
   */
  allows(target: string | UrlLike): boolean {
    const prepared = prepareTarget(target);
    const deciding = this.rules.find((rule) => matches(rule.pattern, prepared));
    return deciding === undefined || deciding.isAllow || isRobotsTxt(prepared);
  }
}
