/** Matches the rules of one crawler according to a dialect's facts. Slower than the matcher for RFC 9309. */
import { textOf as textOfOctets } from '../../bytes/text.ts';
import { lineAt, startAt, valueEndAt } from '../../parse/line-table.ts';
import { columnOf, type LineSource } from '../../parse/records.ts';
import type { UrlLike } from '../../patterns/target.ts';
import type { Who } from '../../rules/crawler.ts';
import type { Matcher } from '../../rules/matcher.ts';
import type { Judgement, Verdict, VerdictGroup, VerdictRule } from '../../rules/verdict.ts';
import { secondsOf } from './delay.ts';
import type { FactSelection } from './fact-selection.ts';
import type { DialectFacts } from './facts.ts';
import { ownText } from './file-text.ts';
import { looksLikeMarkup, namesUserAgent } from './markup.ts';
import { matchedLength } from './match.ts';
import { hidesRules, withoutFarLiterals } from './nearest-literal.ts';
import { type FactRule, rulesByFacts } from './rules.ts';
import { type SeenTarget, seenTarget } from './seen-target.ts';
import { failureOf, selectByFacts } from './selection.ts';
import { valuesOf } from './value.ts';

/** A verdict and the matching rules, best first. */
interface Found {
  readonly allowed: boolean;
  readonly because: Judgement['because'];
  readonly candidates: readonly FactRule[];
  /** Why the original implementation fails, or which property of the whole file decides. */
  readonly note?: string;
}

/** The verdict, the deciding rule if there is one, and the number of rules compared. */
export interface Decision {
  readonly allowed: boolean;
  readonly rule?: FactRule | undefined;
  readonly looked: number;
}

export class DialectMatcher implements Matcher {
  readonly #source: LineSource;
  readonly #facts: DialectFacts;
  readonly #isDocumented: boolean;
  readonly #selection: FactSelection;
  readonly #rules: readonly FactRule[];
  /** A decision that takes precedence over all rules. */
  readonly #upfront: Found | undefined;

  constructor(source: LineSource, who: Who, facts: DialectFacts, isDocumented: boolean) {
    this.#source = source;
    this.#facts = facts;
    this.#isDocumented = isDocumented;
    this.#selection = selectByFacts(source, who, facts);
    this.#upfront = upfrontOf(source, this.#selection, facts);
    this.#rules = this.#upfront ? [] : rulesByFacts(source, this.#selection.ruleRows, facts);
  }

  allows(target: string | UrlLike): boolean {
    return this.decide(this.see(target)).allowed;
  }

  /** The rules, best first: the first rule that matches decides, except with `longest-text`. */
  get rules(): readonly FactRule[] {
    return this.#rules;
  }

  /** The rows selected for the crawler. */
  get ruleRows(): readonly number[] {
    return this.#selection.ruleRows;
  }

  /** Whether something other than a rule decides every target. */
  get isUpfront(): boolean {
    return this.#upfront !== undefined;
  }

  /** Whether a rule can hide another that matches a target, although it does not match the target itself. */
  get hidesRules(): boolean {
    return hidesRules(this.#facts);
  }

  /**
   * The part of a target that the dialect sees. It depends on the crawler only in whether the crawler has a group.
   */
  see(target: string | UrlLike): SeenTarget {
    return seenTarget(target, this.hasGroup, this.#facts);
  }

  /**
   * The verdict and the deciding rule, if any. Omits the parts of a {@link judge} result that are only displayed.
   *
   * @param among Limits the comparison to these rules.
   */
  decide(seen: SeenTarget, among: readonly FactRule[] = this.#rules): Decision {
    if (this.#upfront) return { allowed: this.#upfront.allowed, looked: 0 };
    if ('error' in seen) return { allowed: false, looked: 0 };
    if ('allowed' in seen) return { allowed: seen.allowed, looked: 0 };
    const { extras, matching, precedence } = this.#facts;
    if (extras.robotsTxtIsAllowed && seen.isRobotsTxt) return { allowed: true, looked: 0 };
    const rules = this.#tried(among, seen.forms);
    if (precedence.order === 'longest-text') {
      const [rule] = this.#matching(seen.forms, rules);
      return { allowed: rule?.isAllow ?? true, rule, looked: rules.length };
    }
    for (let at = 0; at < rules.length; at++) {
      const rule = rules[at] as FactRule;
      if (matchedLength(rule.pattern, seen.forms, matching) < 0) continue;
      return { allowed: rule.isAllow, rule, looked: at + 1 };
    }
    return { allowed: true, looked: rules.length };
  }

  judge(target: string | UrlLike): Judgement {
    return Object.freeze(this.#judgement(this.#find(target)));
  }

  explain(target: string | UrlLike): Verdict {
    const found = this.#find(target);
    const candidates = Object.freeze(found.candidates.map((rule) => this.#show(rule)));
    return Object.freeze({ ...this.#judgement(found), candidates });
  }

  get hasGroup(): boolean {
    return this.#selection.userAgentRows.length > 0 || this.#selection.ruleRows.length > 0;
  }

  #find(target: string | UrlLike): Found {
    const seen = this.see(target);
    if (this.#upfront) return this.#upfront;
    const because = this.hasGroup ? 'no-rule-matched' : 'no-group';
    if ('error' in seen) return unreadable(seen.error);
    if ('allowed' in seen) return { allowed: seen.allowed, because, candidates: [] };
    const candidates = this.#matching(seen.forms, this.#tried(this.#rules, seen.forms));
    if (this.#facts.extras.robotsTxtIsAllowed && seen.isRobotsTxt) {
      return { allowed: true, because: 'robots-txt-itself', candidates };
    }
    if (candidates[0]) return { allowed: candidates[0].isAllow, because: 'rule', candidates };
    return { allowed: true, because, candidates };
  }

  #tried(rules: readonly FactRule[], [target = '']: readonly string[]): readonly FactRule[] {
    return hidesRules(this.#facts) ? withoutFarLiterals(rules, target) : rules;
  }

  #matching(forms: readonly string[], tried: readonly FactRule[]): readonly FactRule[] {
    const facts = this.#facts;
    const found: { rule: FactRule; length: number }[] = [];
    for (const rule of tried) {
      const length = matchedLength(rule.pattern, forms, facts.matching);
      if (length >= 0) found.push({ rule, length });
    }
    if (facts.precedence.order === 'longest-text') {
      found.sort((a, b) => b.length - a.length || Number(b.rule.isAllow) - Number(a.rule.isAllow));
    }
    return found.map(({ rule }) => rule);
  }

  #judgement({ allowed, because, candidates, note }: Found): Judgement {
    const judgement: Judgement = { allowed, because };
    const group = this.#group();
    if (because === 'rule' && candidates[0]) judgement.rule = this.#show(candidates[0]);
    if (group) judgement.group = group;
    if (note !== undefined) judgement.note = note;
    if (this.#isDocumented) judgement.basis = 'documented';
    return judgement;
  }

  #group(): VerdictGroup | undefined {
    if (!this.hasGroup) return undefined;
    const { userAgentRows, productTokens } = this.#selection;
    return Object.freeze({
      productTokens: Object.freeze([...productTokens]),
      lines: Object.freeze(userAgentRows.map((row) => lineAt(this.#source.lines, row))),
    });
  }

  #show({ row, isAllow, pattern }: FactRule): VerdictRule {
    const { octets, lines } = this.#source;
    const start = startAt(lines, row);
    return Object.freeze({
      kind: isAllow ? 'allow' : 'disallow',
      text: textOfOctets(octets, start, valueEndAt(lines, row)),
      pattern: ownText(pattern.text),
      octets: pattern.length,
      line: lineAt(lines, row),
      column: columnOf(octets, start),
    });
  }
}

function upfrontOf(source: LineSource, selection: FactSelection, facts: DialectFacts): Found | undefined {
  const { extras } = facts;
  if (selection.refused !== undefined) return unreadable(selection.refused);
  const isMarkup = facts.lines.markup === 'stripped' && looksLikeMarkup(source.octets);
  if (extras.markupWithoutGroupsAllowsAll && isMarkup && !namesUserAgent(source.octets)) {
    return { allowed: true, because: 'whole-file', candidates: [], note: 'HTML without a user-agent record' };
  }
  const error = failureOf(source, facts) ?? selection.error;
  if (error !== undefined) return unreadable(error);
  if (extras.maxCrawlDelaySeconds === undefined) return undefined;
  const read = valuesOf(source, facts);
  const delays = (selection.delayRows ?? [])
    .map((row) => secondsOf(read(row), facts))
    .filter((delay) => delay !== undefined);
  const least = delays.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  if (delays.length === 0 || least <= extras.maxCrawlDelaySeconds) return undefined;
  const note = `crawl-delay above ${extras.maxCrawlDelaySeconds} seconds`;
  return { allowed: false, because: 'whole-file', candidates: [], note };
}

function unreadable(note: string): Found {
  return { allowed: false, because: 'unreadable', candidates: [], note };
}
