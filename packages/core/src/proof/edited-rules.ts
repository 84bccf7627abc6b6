/**
 * The rules of one crawler before and after edits, as one parser ranks them. Finds the rules that can change a verdict.
 */
import type { Span } from '../bytes/span.ts';
import type { DialectMatcher } from '../dialects/engine/dialect-matcher.ts';
import type { FactRule } from '../dialects/engine/rules.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { startAt, valueEndAt } from '../parse/line-table.ts';
import { type DocumentRecord, recordAt } from '../parse/records.ts';
import { shortestTarget } from './common-targets.ts';
import { editOfLine, editOfLineAfter, type MovedEdit } from './moved-edits.ts';

export interface CrawlerRules {
  readonly document: RobotsDocument;
  readonly matcher: DialectMatcher;
  /** The matcher’s rules without those that the edits removed. */
  readonly rules: readonly FactRule[];
}

export interface MeetingRecords {
  /**
   * Records of the original file that the edits change or remove. If the edits affect more than individual rules, these
   * are all records of the crawler.
   */
  readonly edited: readonly DocumentRecord[];
  /**
   * Records of the edited file that the edits add or change. If the edits affect more than individual rules, these are
   * all records of the crawler.
   */
  readonly written: readonly DocumentRecord[];
  /** All records of the original file. */
  readonly all: readonly DocumentRecord[];
}

export class EditedRules {
  readonly #before: CrawlerRules;
  readonly #after: CrawlerRules;
  readonly #edits: readonly MovedEdit[];
  /**
   * Whether only individual rules changed. A verdict can then differ only where a changed rule decided before or
   * matches now, or hid another rule; otherwise, any verdict may differ.
   */
  readonly isLocal: boolean;
  /** The records that may change a verdict. */
  readonly meeting: MeetingRecords;
  readonly #isWritten: (span: Span) => boolean;

  constructor(before: CrawlerRules, after: CrawlerRules, edits: readonly MovedEdit[]) {
    this.#before = before;
    this.#after = after;
    this.#edits = edits;
    const touched = new Set(
      before.matcher.ruleRows.filter((row) => editOfLine(edits, lineSpan(before.document, row))),
    );
    this.#isWritten = (span) =>
      before.document !== after.document && editOfLineAfter(edits, span) !== undefined;
    this.isLocal =
      before.matcher.hasGroup === after.matcher.hasGroup &&
      before.matcher.isUpfront === after.matcher.isUpfront &&
      isSameOrder(
        before.rules.filter(({ row }) => !touched.has(row)),
        after.rules.filter(({ row }) => !this.#isWritten(lineSpan(after.document, row))),
      );
    this.meeting = this.#meeting();
  }

  #meeting(): MeetingRecords {
    const [all, after] = [recordsOf(this.#before), recordsOf(this.#after)];
    if (!this.isLocal) return { edited: all, written: after, all };
    const edited = all.filter(({ span }) => editOfLine(this.#edits, span));
    return { edited, written: after.filter(({ span }) => this.#isWritten(span)), all };
  }

  /**
   * Targets of the edited and written records of {@link meeting}, as the parser reads their patterns. A parser may shorten
   * a pattern; Python, for example, drops a `?` at the end. The pattern then also matches targets that the record does
   * not show. Where rules hide each other, they are the targets of all patterns, and targets that sort directly after.
   */
  get ownTargets(): readonly string[] {
    const { edited, written } = this.meeting;
    if (this.#before.matcher.hidesRules) {
      const targets = targetsOf(
        [...this.#before.rules, ...this.#after.rules].map(({ pattern }) => pattern.text),
      );
      return [...targets, ...targets.map((target) => `${target.slice(0, -1) || '/'}~`)];
    }
    return targetsOf([...patternsOf(this.#before, edited), ...patternsOf(this.#after, written)]);
  }

  /** The edit of the rule that decided before; if that rule was not edited, the edit of the rule that decides now. */
  editOf(before: FactRule | undefined, after: FactRule | undefined): Span | undefined {
    const edit =
      (before && editOfLine(this.#edits, lineSpan(this.#before.document, before.row))) ??
      (after && editOfLineAfter(this.#edits, lineSpan(this.#after.document, after.row)));
    return edit?.before;
  }
}

function targetsOf(patterns: readonly string[]): readonly string[] {
  return [...new Set(patterns)].map(shortestTarget);
}

function isSameOrder(before: readonly FactRule[], after: readonly FactRule[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ isAllow, pattern }, index) => {
      const other = after[index] as FactRule;
      return other.isAllow === isAllow && other.pattern.text === pattern.text;
    })
  );
}

const known = new WeakMap<DialectMatcher, readonly DocumentRecord[]>();

function recordsOf({ document, matcher }: CrawlerRules): readonly DocumentRecord[] {
  const records = known.get(matcher) ?? matcher.ruleRows.flatMap((row) => recordAt(document, row) ?? []);
  known.set(matcher, records);
  return records;
}

function patternsOf({ document, rules }: CrawlerRules, records: readonly DocumentRecord[]): string[] {
  const starts = new Set(records.map(({ span }) => span.start));
  return rules.flatMap(({ row, pattern }) => (starts.has(startAt(document.lines, row)) ? pattern.text : []));
}

function lineSpan({ lines }: RobotsDocument, row: number): Span {
  return { start: startAt(lines, row), end: valueEndAt(lines, row) };
}
