/**
 * The rules of one crawler before and after edits, as one parser ranks them: finds those that can change an answer.
 */
import type { Span } from '../bytes/span.ts';
import type { DialectMatcher } from '../dialects/engine/dialect-matcher.ts';
import type { FactRule } from '../dialects/engine/rules.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { startAt, valueEndAt } from '../parse/line-table.ts';
import { type DocumentRecord, recordAt } from '../parse/records.ts';
import { editOfLine, editOfLineAfter, type MovedEdit } from './moved-edits.ts';

/** The rules that one parser gives one crawler. */
export interface CrawlerRules {
  readonly document: RobotsDocument;
  readonly matcher: DialectMatcher;
  /** All of the matcher's rules except those that the edits removed. */
  readonly rules: readonly FactRule[];
}

export class EditedRules {
  readonly #before: CrawlerRules;
  readonly #after: CrawlerRules;
  readonly #edits: readonly MovedEdit[];
  /** Only single rules changed: an answer differs only where one of those decided, or matches now. */
  readonly #isLocal: boolean;
  /** Rules that are new or changed. */
  readonly written: readonly FactRule[];

  constructor(before: CrawlerRules, after: CrawlerRules, edits: readonly MovedEdit[]) {
    this.#before = before;
    this.#after = after;
    this.#edits = edits;
    const touched = new Set(
      before.matcher.ruleRows.filter((row) => editOfLine(edits, lineSpan(before.document, row))),
    );
    const isWritten = ({ row }: FactRule): boolean =>
      before.document !== after.document &&
      editOfLineAfter(edits, lineSpan(after.document, row)) !== undefined;
    this.written = after.rules.filter(isWritten);
    this.#isLocal =
      before.matcher.hasGroup === after.matcher.hasGroup &&
      before.matcher.isUpfront === after.matcher.isUpfront &&
      isSameOrder(
        before.rules.filter(({ row }) => !touched.has(row)),
        after.rules.filter((rule) => !isWritten(rule)),
      );
  }

  /** Records that were changed or removed, with all rules that may overlap them; empty if no answer can differ. */
  get meeting(): { readonly changed: readonly DocumentRecord[]; readonly all: readonly DocumentRecord[] } {
    const before = recordsOf(this.#before);
    if (!this.#isLocal) {
      const all = [...before, ...recordsOf(this.#after)];
      return { changed: all, all };
    }
    const changed = before.filter(({ span }) => editOfLine(this.#edits, span));
    return { changed, all: before };
  }

  /** The edited record behind the rule that decided, otherwise behind the one that decides now. */
  editOf(before: FactRule | undefined, after: FactRule | undefined): Span | undefined {
    const edit =
      (before && editOfLine(this.#edits, lineSpan(this.#before.document, before.row))) ??
      (after && editOfLineAfter(this.#edits, lineSpan(this.#after.document, after.row)));
    return edit?.before;
  }
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

function lineSpan({ lines }: RobotsDocument, row: number): Span {
  return { start: startAt(lines, row), end: valueEndAt(lines, row) };
}
