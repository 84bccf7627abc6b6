/**
 * Whether a change without effect under RFC 9309 moves another parser away from it. Many parsers use the first
 * rule that matches, or support no wildcards, so they may follow a rule that is redundant under RFC 9309.
 *
 * Most of these parsers cannot be compared exactly, so they are tested with the targets that the changed rules
 * share with the rules that contradict them.
 */
import type { Edit } from '../bytes/edit.ts';
import { WorkBudget } from '../compare/work-budget.ts';
import { hidesRules } from '../dialects/engine/nearest-literal.ts';
import { dialects } from '../dialects/index.ts';
import { factsOf, rfc9309Facts } from '../dialects/rfc9309.ts';
import { compile } from '../engine/compile.ts';
import type { Dialect } from '../parse/dialect.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { parse } from '../parse/parse.ts';
import { type DocumentRecord, recordAt } from '../parse/records.ts';
import { printable } from '../print/printable.ts';
import { tokensOf } from '../rules/crawler.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { selectRows } from '../rules/select.ts';
import { commonTargets } from './common-targets.ts';
import { concernedNames } from './concerned-names.ts';
import { deletedRules } from './deleted-rules.ts';
import type { EditedRules } from './edited-rules.ts';
import type { FixEffect } from './fix-effect.ts';
import { isHarmless } from './harmless-deletions.ts';
import { type MovedEdit, movedEdits } from './moved-edits.ts';
import {
  type Change,
  type ChangedAnswer,
  COMPARISONS_A_TARGET,
  OtherReading,
  type Question,
} from './other-reading.ts';

/**
 * The maximum number of comparisons of patterns with targets, in total for all parsers and all changes to a file. They
 * take about 0.3 s.
 */
const MOST_COMPARISONS = 1_500_000;

/** The costs of all other work, in comparisons: reading octets and rules, selecting groups, preparing targets. */
const COMPARISONS_AN_OCTET = 4;
const COMPARISONS_TO_READ_A_RULE = 100;
const COMPARISONS_A_CHOICE = 50;
const COMPARISONS_TO_MAKE_A_TARGET = 20;

export class OtherParsers {
  readonly #standard: RobotsDocument;
  readonly #ruleSets = new Map<string, RuleSet>();
  readonly #budget = new WorkBudget(MOST_COMPARISONS);
  readonly #body: Uint8Array;
  readonly #asked: readonly Dialect[];
  readonly #crawlers: readonly string[];
  #choices: ReadonlyMap<string, string> = new Map();
  readonly #readings = new Map<Dialect, OtherReading>();

  /**
   * @param proven Dialects that are skipped because a proof shows that nothing changes for them.
   * @param crawlers The crawlers that the user is interested in.
   */
  constructor(body: Uint8Array, proven: readonly Dialect[], crawlers: readonly string[]) {
    this.#body = body;
    this.#crawlers = crawlers;
    this.#standard = parse(body);
    this.#asked = dialects.filter(
      (dialect) => !proven.includes(dialect) && factsOf(dialect) !== rfc9309Facts,
    );
  }

  /** The file as `asked` read it for the crawlers concerned; `undefined` if reading it takes too much work. */
  #readFor(edits: readonly MovedEdit[], asked: readonly Dialect[]): readonly OtherReading[] | undefined {
    const names = concernedNames(this.#standard, edits, this.#crawlers);
    if (!names.every((name) => this.#choices.has(name))) {
      this.#readings.clear();
      this.#choices = new Map(
        names.map((who) => [who, selectRows(this.#standard, tokensOf(who)).ruleRows.join()]),
      );
    }
    const unread = asked.filter((dialect) => !this.#readings.has(dialect));
    const work = this.#workOfReading() * (unread.length / Math.max(1, this.#asked.length));
    if (work > this.#budget.left) return undefined;
    this.#budget.spend(work);
    for (const dialect of unread) this.#readings.set(dialect, this.#readingOf(dialect));
    return asked.map((dialect) => this.#readings.get(dialect) as OtherReading);
  }

  #readingOf(dialect: Dialect): OtherReading {
    const choices = this.#choices;
    return new OtherReading(this.#body, dialect, [...choices.keys()], (who) => choices.get(who) ?? '');
  }

  /** What all parsers together take to read the file for the crawlers concerned. */
  #workOfReading(): number {
    const { groups } = this.#standard;
    const rules = groups.reduce((sum, group) => sum + group.rules.length, 0);
    return (
      this.#body.length * COMPARISONS_AN_OCTET +
      rules * COMPARISONS_TO_READ_A_RULE +
      this.#choices.size * groups.length * COMPARISONS_A_CHOICE
    );
  }

  /**
   * The changes away from RFC 9309, and the edits that cause them; `undecided` if finding them takes too much work. No
   * proof takes more than half of the remaining budget, so that fewer edits can still be proven if all edits together
   * take too much work.
   */
  effectOf(after: Uint8Array, edits: readonly Edit[]): FixEffect {
    const moved = movedEdits(edits);
    const deleted = deletedRules(this.#standard, moved);
    const isPlain = deleted !== undefined && isHarmless(this.#standard, deleted);
    const asked = isPlain ? this.#asked.filter((dialect) => hidesRules(factsOf(dialect))) : this.#asked;
    const readings = this.#readFor(moved, asked);
    if (!readings) return { kind: 'undecided' };
    const budget = new WorkBudget(this.#budget.left / 2);
    const effect = this.#effectOn(readings, { after, edits: moved, budget }, isPlain);
    this.#budget.spend(budget.total - budget.left);
    return effect;
  }

  #effectOn(
    readings: readonly OtherReading[],
    change: Omit<Change, 'questionsOf'>,
    isPlain: boolean,
  ): FixEffect {
    const { after, budget } = change;
    if (!budget.spend(after.length * COMPARISONS_AN_OCTET)) return { kind: 'undecided' };
    const asked = { ...change, questionsOf: this.#questionsOnce(budget, isPlain) };
    let text: string | undefined;
    const blamed = new Map<number, string>();
    for (const reading of readings) {
      for (const answer of reading.worse(asked)) {
        if (!answer) return { kind: 'undecided' };
        const why = inWords(reading.dialect, answer);
        text ??= why;
        // The edit at fault is unknown, so one changed verdict is enough.
        if (!answer.edited) return { kind: 'moved', text: why };
        const { start } = answer.edited;
        if (!blamed.has(start)) blamed.set(start, why);
      }
    }
    return text === undefined ? { kind: 'none' } : { kind: 'moved', text, blamed };
  }

  /**
   * The rules that apply to a crawler under RFC 9309. Their targets are tested as well, because the verdicts of RFC
   * 9309 and the parser may differ there.
   */
  #recordsOf(who: string): readonly DocumentRecord[] {
    return selectRows(this.#standard, tokensOf(who)).ruleRows.flatMap(
      (row) => recordAt(this.#standard, row) ?? [],
    );
  }

  /**
   * The targets to test for one crawler: the targets shared by all parsers, unless the deleted rules are known to meet
   * no others (`isPlain`), and additional targets from this parser's patterns.
   */
  #questionsOnce(
    budget: WorkBudget,
    isPlain: boolean,
  ): (edited: EditedRules, who: string) => Iterable<Question> | undefined {
    const shared = isPlain ? () => new Map<string, Question>() : this.#sharedQuestions(budget);
    return (edited, who) => {
      const questions = shared(edited, who);
      if (!questions || (questions.size === 0 && !isPlain)) return questions?.values();
      const own = edited.ownTargets.filter((target) => !questions.has(target));
      if (!budget.spend(own.length * COMPARISONS_TO_MAKE_A_TARGET)) return undefined;
      const standard = this.#rulesOf(who);
      return [...questions.values(), ...questionsOn(standard, own)];
    };
  }

  /** The targets to test, by their text; computed once for all parsers that find the same rules. */
  #sharedQuestions(
    budget: WorkBudget,
  ): (edited: EditedRules, who: string) => ReadonlyMap<string, Question> | undefined {
    const made = new Map<string, ReadonlyMap<string, Question>>();
    return ({ meeting: { edited, written, all }, isLocal }, who) => {
      if (isLocal && edited.length === 0 && written.length === 0) return new Map();
      const own = this.#recordsOf(who);
      const whole = [...new Map([...all, ...own].map((one) => [one.span.start, one])).values()];
      const key = [edited, written, whole, own, isLocal ? [] : own]
        .map((records) => records.map(({ span }) => span.start).join())
        .join(' ');
      const known = made.get(key);
      if (known) return known;
      const changed = [...edited, ...written, ...(isLocal ? [] : own)];
      if (!budget.spend(changed.length * (whole.length + written.length))) return undefined;
      const targets = commonTargets(changed, [...whole, ...written]);
      budget.spend(targets.length * COMPARISONS_TO_MAKE_A_TARGET);
      // If the budget covers only some of the parsers, none is tested.
      const likely = targets.length * this.#asked.length * (COMPARISONS_A_TARGET + whole.length / 2);
      if (likely > budget.left) return undefined;
      const questions = new Map(
        questionsOn(this.#rulesOf(who), targets).map((question) => [question.target, question]),
      );
      made.set(key, questions);
      return questions;
    };
  }

  /** The rules of the original file for a crawler under RFC 9309. */
  #rulesOf(who: string): RuleSet {
    const kept = this.#ruleSets.get(who) ?? compile(this.#standard, who);
    this.#ruleSets.set(who, kept);
    return kept;
  }
}

function questionsOn(standard: RuleSet, targets: readonly string[]): Question[] {
  return targets.map((target) => ({ target, allowed: standard.allows(target) }));
}

function inWords({ name }: Dialect, { who, target, wasAllowed }: ChangedAnswer): string {
  const [may, says] = wasAllowed ? ['may no longer', 'allows'] : ['may', 'disallows'];
  return `${name}: ${who} ${may} fetch ${printable(target)}, which RFC 9309 ${says}`;
}
