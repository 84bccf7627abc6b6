/**
 * A file as one parser reads it. Finds the verdicts that edits change. Crawlers to which the parser gives the same
 * rules are tested together.
 */
import type { Span } from '../bytes/span.ts';
import type { WorkBudget } from '../compare/work-budget.ts';
import { DialectMatcher } from '../dialects/engine/dialect-matcher.ts';
import type { FactSelection } from '../dialects/engine/fact-selection.ts';
import type { DialectFacts } from '../dialects/engine/facts.ts';
import type { SeenTarget } from '../dialects/engine/seen-target.ts';
import { selectByFacts } from '../dialects/engine/selection.ts';
import { factsOf } from '../dialects/rfc9309.ts';
import type { Dialect } from '../parse/dialect.ts';
import type { RobotsDocument } from '../parse/document.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, ROW, startAt, valueEndAt } from '../parse/line-table.ts';
import { parse } from '../parse/parse.ts';
import { deletedRules } from './deleted-rules.ts';
import { type CrawlerRules, EditedRules } from './edited-rules.ts';
import { editOfLine, type MovedEdit } from './moved-edits.ts';

export interface ChangedAnswer {
  readonly who: string;
  readonly target: string;
  readonly wasAllowed: boolean;
  /** The edit of the rule that decided before or decides now. */
  readonly edited: Span | undefined;
}

/** Crawlers to which the parser gives the same rules. */
interface Callers {
  readonly names: string[];
  readonly rows: readonly number[];
  /** The crawlers' rules, read on first use. */
  rules?: CrawlerRules;
}

function editsRulesOnly({ lines }: RobotsDocument, edits: readonly MovedEdit[]): boolean {
  const found = new Set<MovedEdit>();
  for (let row = 0; row < lines.length; row += ROW) {
    const kind = kindAt(lines, row);
    const edit = editOfLine(edits, { start: startAt(lines, row), end: valueEndAt(lines, row) });
    if (!edit) continue;
    if (kind !== LineKind.allow && kind !== LineKind.disallow) return false;
    found.add(edit);
  }
  return found.size === edits.length;
}

function isSameLine(a: RobotsDocument, rowA: number, b: RobotsDocument, rowB: number): boolean {
  const [startA, startB] = [startAt(a.lines, rowA), startAt(b.lines, rowB)];
  const length = valueEndAt(a.lines, rowA) - startA;
  if (valueEndAt(b.lines, rowB) - startB !== length) return false;
  for (let at = 0; at < length; at++) if (a.octets[startA + at] !== b.octets[startB + at]) return false;
  return true;
}

/**
 * A key that distinguishes selections by their rules. Selections without rules are distinguished by whether a group
 * exists and whether the parser refuses the name.
 */
function keyOf({ ruleRows, userAgentRows, refused }: FactSelection): string {
  return ruleRows.length > 0 ? ruleRows.join() : `${refused ?? userAgentRows.length > 0}`;
}

/** The rules of a crawler before and after edits. */
interface ChangedRules {
  readonly who: string;
  readonly before: CrawlerRules;
  readonly changed: CrawlerRules;
}

/** A target, and RFC 9309's verdict on it. */
export interface Question {
  readonly target: string;
  readonly allowed: boolean;
}

/** The edits, the targets to test, and the budget. */
export interface Change {
  readonly after: Uint8Array;
  readonly edits: readonly MovedEdit[];
  readonly questionsOf: (edited: EditedRules, who: string) => Iterable<Question> | undefined;
  readonly budget: WorkBudget;
}

/** The cost of preparing one rule, and of comparing one target with it. */
const COMPARISONS_A_RULE = 20;
export const COMPARISONS_A_TARGET = 10;

/** The length up to which even an unstable sort keeps the order of equal items. */
const MOST_SORTED_STABLY = 16;

export class OtherReading {
  readonly dialect: Dialect;
  readonly #document: RobotsDocument;
  readonly #facts: DialectFacts;
  readonly #callers: readonly Callers[];
  /** Targets as the parser sees them: first for crawlers with a group, then for crawlers without one. */
  readonly #seen = [new Map<string, SeenTarget>(), new Map<string, SeenTarget>()] as const;

  /**
   * @param choiceOf Returns the groups that apply to a crawler under RFC 9309. Names are tested together only if these
   * groups are equal as well.
   */
  constructor(
    body: Uint8Array,
    dialect: Dialect,
    names: readonly string[],
    choiceOf: (who: string) => string,
  ) {
    this.dialect = dialect;
    this.#facts = factsOf(dialect);
    const document = parse(body, { dialect });
    this.#document = document;
    const callers = new Map<string, Callers>();
    for (const who of names) {
      const selection = selectByFacts(document, who, this.#facts);
      const key = `${keyOf(selection)} ${choiceOf(who)}`;
      const known = callers.get(key);
      if (known) known.names.push(who);
      else callers.set(key, { names: [who], rows: selection.ruleRows });
    }
    this.#callers = [...callers.values()];
  }

  /**
   * Yields the verdicts that agreed with RFC 9309 before the edits and no longer do. Yields `undefined` last if the
   * budget runs out.
   */
  *worse(change: Change): Generator<ChangedAnswer | undefined> {
    const { edits, questionsOf, budget } = change;
    for (const { who, before, changed } of this.#changedRules(change)) {
      const edited = new EditedRules(before, changed, edits);
      const questions = questionsOf(edited, who);
      if (!questions || !budget.spend(changed.rules.length * COMPARISONS_A_RULE)) {
        yield undefined;
        return;
      }
      for (const { target, allowed } of questions) {
        const is = changed.matcher.decide(this.#see(target, changed.matcher), changed.rules);
        if (!budget.spend(COMPARISONS_A_TARGET + is.looked)) {
          yield undefined;
          return;
        }
        if (is.allowed === allowed) continue;
        const was = before.matcher.decide(this.#see(target, before.matcher));
        budget.spend(was.looked);
        if (was.allowed !== allowed) continue;
        yield { who, target, wasAllowed: allowed, edited: edited.editOf(was.rule, is.rule) };
      }
    }
  }

  /** For each crawler whose rules change, the rules before and after the edits. */
  *#changedRules({ after: octets, edits }: Change): Generator<ChangedRules> {
    const deleted = deletedRules(this.#document, edits);
    let after: RobotsDocument | undefined;
    for (const callers of this.#callers) {
      if (deleted && !callers.rows.some((row) => deleted.has(row))) continue;
      const [who] = callers.names as [string];
      const before = this.#before(callers);
      if (deleted && this.#keepsOrder(before)) {
        yield {
          who,
          before,
          changed: { ...before, rules: before.rules.filter(({ row }) => !deleted.has(row)) },
        };
        continue;
      }
      after ??= parse(octets, { dialect: this.dialect });
      yield* this.#readAgain(callers, after, edits);
    }
  }

  /** Whether a rule keeps its rank when other rules are deleted; if so, the file need not be read again. */
  #keepsOrder({ rules, matcher }: CrawlerRules): boolean {
    const isSorted = this.#facts.precedence.tie !== 'unstable-sort' || rules.length <= MOST_SORTED_STABLY;
    return isSorted && !matcher.isUpfront;
  }

  /** Crawlers that had the same rules may have different rules in the edited file. */
  *#readAgain(callers: Callers, after: RobotsDocument, edits: readonly MovedEdit[]): Generator<ChangedRules> {
    const before = this.#before(callers);
    const seen = new Set<string>();
    for (const who of callers.names) {
      const selection = selectByFacts(after, who, this.#facts);
      const key = keyOf(selection);
      if (seen.has(key)) continue;
      seen.add(key);
      if (this.#isUntouched(callers, after, selection.ruleRows, edits)) continue;
      yield { who, before, changed: this.#rulesOf(after, who) };
    }
  }

  /** Whether the edits change only rules and leave the lines of a crawler unchanged. */
  #isUntouched(
    { rows, rules }: Callers,
    after: RobotsDocument,
    rowsAfter: readonly number[],
    edits: readonly MovedEdit[],
  ): boolean {
    if (rules?.matcher.isUpfront || !editsRulesOnly(this.#document, edits)) return false;
    return (
      rows.length > 0 &&
      rows.length === rowsAfter.length &&
      rows.every((row, index) => isSameLine(this.#document, row, after, rowsAfter[index] as number))
    );
  }

  #before(callers: Callers): CrawlerRules {
    callers.rules ??= this.#rulesOf(this.#document, callers.names[0] as string);
    return callers.rules;
  }

  #rulesOf(document: RobotsDocument, who: string): CrawlerRules {
    const matcher = new DialectMatcher(document, who, this.#facts, false);
    return { document, matcher, rules: matcher.rules };
  }

  #see(target: string, matcher: DialectMatcher): SeenTarget {
    const kept = this.#seen[matcher.hasGroup ? 0 : 1];
    let seen = kept.get(target);
    if (!seen) {
      seen = matcher.see(target);
      kept.set(target, seen);
    }
    return seen;
  }
}
