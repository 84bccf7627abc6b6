/**
 * The rules of a compiled set by precedence: finds the rule that decides, and all rules that match. The table is
 * created when a rule is first requested, and is kept with the set.
 *
 * One pass finds the deciding rule, with a second pattern set whose ranks are positions in the order of precedence. No
 * query compares every rule. Rules with the same text are compared once.
 *
 * Memory: the texts of the patterns, 40 octets per rule, and, after the first call of {@link RuleTable.best}, the
 * second set.
 */
import { textOf } from '../bytes/text.ts';
import { matches } from '../patterns/match.ts';
import { type Pattern, parsePattern, patternText } from '../patterns/pattern.ts';
import { DIFFERS, MATCHES, type RawMatch, RawMatcher, UNSETTLED } from '../patterns/raw-match.ts';
import type { Target } from '../patterns/target.ts';
import { groupOf } from '../rules/judgement.ts';
import { NO_MATCH, rank } from '../rules/rule.ts';
import type { VerdictGroup, VerdictRule } from '../rules/verdict.ts';
import { type RuleRecords, readRecords } from './read-records.ts';
import { TwoFormSet } from './set/two-form-set.ts';

export class RuleTable {
  readonly group: VerdictGroup | undefined;
  readonly #records: RuleRecords;
  /** Indexes of the rules that can match, best first. */
  readonly #order: Int32Array;
  /** Rules in the form that verdicts show, created on first use. */
  readonly #shown = new Map<number, VerdictRule>();
  #deciding: TwoFormSet | undefined;

  constructor(form: Uint8Array) {
    this.#records = readRecords(form);
    this.group = groupOf(this.#records.productTokens, this.#records.userAgentLines);
    this.#order = this.#byPrecedence();
  }

  best(target: Target): VerdictRule | undefined {
    this.#deciding ??= this.#decidingSet();
    const found = this.#deciding.greatestRank(target);
    return found === NO_MATCH ? undefined : this.#show(this.#order[this.#order.length - 1 - found] as number);
  }

  /** Every matching rule, best first. */
  matching(target: Target): VerdictRule[] {
    const matched = new Map<number, boolean>();
    const matchWritten = writtenMatcher(target);
    const found: VerdictRule[] = [];
    for (const rule of this.#order) {
      const text = this.#records.textOf[rule] as number;
      const isMatch = matched.get(text) ?? this.#matches(text, target, matchWritten);
      matched.set(text, isMatch);
      if (isMatch) found.push(this.#show(rule));
    }
    return found;
  }

  #byPrecedence(): Int32Array {
    const { textOf, lineOf, texts } = this.#records;
    const octets = Array.from(
      { length: texts.starts.length - 1 },
      (_, text) => this.#patternOf(text)?.octets,
    );
    const ranks = textOf.map((text, rule) => {
      const octetsOfText = octets[text];
      return octetsOfText === undefined ? NO_MATCH : rank(this.#shapeOf(rule).isAllow, octetsOfText);
    });
    const rankOf = (rule: number): number => ranks[rule] as number;
    const lineAt = (rule: number): number => lineOf[rule] as number;
    return Int32Array.from(ranks.keys())
      .filter((rule) => rankOf(rule) !== NO_MATCH)
      .sort((a, b) => rankOf(b) - rankOf(a) || lineAt(a) - lineAt(b));
  }

  /** The set of all texts, each with the greatest rank of its rules. */
  #decidingSet(): TwoFormSet {
    const ranks = new Map<number, number>();
    const last = this.#order.length - 1;
    this.#order.forEach((rule, place) => {
      const text = this.#records.textOf[rule] as number;
      if (!ranks.has(text)) ranks.set(text, last - place);
    });
    return new TwoFormSet(
      [...ranks].flatMap(([text, rank]) => {
        const pattern = this.#patternOf(text);
        return pattern ? [{ pattern, rank }] : [];
      }),
    );
  }

  #matches(text: number, target: Target, matchWritten: WrittenMatcher): boolean {
    const written = matchWritten(this.#records.texts.octets, ...this.#span(text));
    if (written !== UNSETTLED) return written === MATCHES;
    const pattern = this.#patternOf(text);
    return pattern !== undefined && matches(pattern, target);
  }

  #patternOf(text: number): Pattern | undefined {
    const [start, end] = this.#span(text);
    return parsePattern(this.#records.texts.octets, start, end);
  }

  #span(text: number): readonly [start: number, end: number] {
    const { starts } = this.#records.texts;
    return [starts[text] as number, starts[text + 1] as number];
  }

  #shapeOf(rule: number): RuleRecords['shapes'][number] {
    return this.#records.shapes[this.#records.shapeOf[rule] as number] as RuleRecords['shapes'][number];
  }

  #show(rule: number): VerdictRule {
    const shown = this.#shown.get(rule) ?? this.#verdictRule(rule);
    this.#shown.set(rule, shown);
    return shown;
  }

  #verdictRule(rule: number): VerdictRule {
    const text = this.#records.textOf[rule] as number;
    const { isAllow, head, column } = this.#shapeOf(rule);
    const value = this.#records.texts.octets.subarray(...this.#span(text));
    const record = new Uint8Array(head.length + value.length);
    record.set(head);
    record.set(value, head.length);
    const pattern = this.#patternOf(text) as Pattern;
    return Object.freeze({
      kind: isAllow ? 'allow' : 'disallow',
      text: textOf(record, 0, record.length),
      pattern: patternText(pattern),
      octets: pattern.octets,
      line: this.#records.lineOf[rule] as number,
      column,
    });
  }
}

type WrittenMatcher = (octets: Uint8Array, start: number, end: number) => RawMatch;

/**
 * Matches patterns as written against both forms of a target. Leaves a pattern undecided only if the pattern needs
 * normalizing, or needs more steps than an ordinary rule.
 */
function writtenMatcher({ folded, plain }: Target): WrittenMatcher {
  const first = new RawMatcher(folded, folded.length, 0);
  const second = plain === folded ? undefined : new RawMatcher(plain, plain.length, 0);
  return (octets, start, end) => {
    const steps = 2 * (end - start + folded.length);
    first.stepsLeft = steps;
    const inFolded = first.match(octets, start, end);
    if (second === undefined || inFolded !== DIFFERS) return inFolded;
    second.stepsLeft = steps;
    return second.match(octets, start, end);
  };
}
