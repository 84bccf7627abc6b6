/** Compares the rules of every crawler in two files, as a dialect reads the files. */
import { quote } from '../bytes/quote.ts';
import type { ComparedRule, ComparedRules } from '../compare/compared-rule.ts';
import { octetTargets, type TargetSpace } from '../compare/target-space.ts';
import type { WorkBudget } from '../compare/work-budget.ts';
import type { ComparableFile, ComparableRule } from '../parse/dialect-reader.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { type DocumentRecord, recordAt } from '../parse/records.ts';
import type { Pattern } from '../patterns/pattern.ts';
import { rank } from '../rules/rule.ts';
import { type ComparedCrawlers, comparedLists, type RuleList, ruleList } from './compare-crawlers.ts';

/**
 * Groups the crawlers that the two files distinguish, so that crawlers with the same rules form one group; `undefined`
 * if the dialect cannot be compared exactly. The targets are all octets, or those of `space`.
 *
 * @throws {TypeError} If the documents have different dialects.
 */
export function compareByDialect(
  documents: readonly [RobotsDocument, RobotsDocument],
  budget: WorkBudget,
  space?: TargetSpace,
): readonly ComparedCrawlers[] | undefined {
  const [before, after] = documents;
  if (before.dialect !== after.dialect) {
    const [one, other] = [before.dialect.name, after.dialect.name];
    throw new TypeError(
      `Cannot compare documents of ${quote(one)} and ${quote(other)}: expected one dialect`,
    );
  }
  const files = [comparedFile(before, space), comparedFile(after, space)] as const;
  if (!files[0] || !files[1]) return undefined;
  const byRules = new Map<RuleList, Map<RuleList, string[]>>();
  for (const name of new Set(['*', ...files[0].names, ...files[1].names])) {
    const [one, other] = [files[0].listOf(name), files[1].listOf(name)];
    const byOther = byRules.get(one) ?? new Map<RuleList, string[]>();
    byRules.set(one, byOther.set(other, [...(byOther.get(other) ?? []), name]));
  }
  return comparedLists(documents, byRules, budget);
}

/**
 * A cache of files with their rule lists, because callers compare one file with many variants that differ in one line.
 */
const known = new WeakMap<RobotsDocument, ComparedFile>();

function comparedFile(document: RobotsDocument, space = octetTargets): ComparedFile | undefined {
  let file = known.get(document);
  if (file?.targets !== space) {
    const comparable = document.dialect.reader?.comparable?.(document);
    if (!comparable) return undefined;
    file = new ComparedFile(document, comparable, space);
    known.set(document, file);
  }
  return file;
}

class ComparedFile {
  readonly #document: RobotsDocument;
  readonly #file: ComparableFile;
  readonly targets: TargetSpace;
  readonly #space: TargetSpace;
  readonly #lists = new Map<readonly ComparableRule[], RuleList>();

  constructor(document: RobotsDocument, file: ComparableFile, targets: TargetSpace) {
    this.targets = targets;
    this.#document = document;
    this.#file = file;
    this.#space = file.robotsTxtIsAllowed ? { ...targets, exempt: '/robots.txt' } : targets;
  }

  get names(): readonly string[] {
    return this.#file.names;
  }

  listOf(name: string): RuleList {
    const rules = this.#file.rulesOf(name);
    let list = this.#lists.get(rules);
    if (!list) {
      list = ruleList(comparedRules(this.#document, rules), this.#space);
      this.#lists.set(rules, list);
    }
    return list;
  }
}

/** Rules in ascending order without duplicates, as for RFC 9309. */
function comparedRules(document: RobotsDocument, rules: readonly ComparableRule[]): ComparedRules {
  const byKey = new Map<string, DialectRule>();
  for (const rule of [...rules].sort((a, b) => a.row - b.row)) {
    const one = new DialectRule(document, rule);
    const same = byKey.get(one.key);
    if (same) same.isRepeated = true;
    else byKey.set(one.key, one);
  }
  const sorted = [...byKey.values()].sort((a, b) => a.rank - b.rank || b.row - a.row);
  for (const [order, rule] of sorted.entries()) rule.order = order;
  return sorted;
}

/** A rule of a dialect. Its record is created only when a report shows it. */
class DialectRule implements ComparedRule {
  readonly row: number;
  readonly isAllow: boolean;
  readonly pattern: Pattern;
  readonly rank: number;
  readonly key: string;
  isRepeated = false;
  order = 0;
  readonly #document: RobotsDocument;

  constructor(document: RobotsDocument, { row, isAllow, segments, isAnchored, length }: ComparableRule) {
    this.#document = document;
    this.row = row;
    this.isAllow = isAllow;
    const octets = segments.map((segment) =>
      Uint8Array.from(segment, (character) => character.charCodeAt(0)),
    );
    this.pattern = { folded: octets, plain: octets, isAnchored, octets: length };
    this.rank = rank(isAllow, length);
    // The key is unique because no value contains a line end.
    this.key = `${isAllow ? 'a' : 'd'}${isAnchored ? '$' : ''}${length}\r${segments.join('\r')}`;
  }

  get record(): DocumentRecord {
    return recordAt(this.#document, this.row) as DocumentRecord;
  }
}
