/** The rules of a selection, read according to a dialect's facts, prepared for matching and ordered best first. */

import * as LineKind from '../../parse/line-kind.ts';
import { kindAt } from '../../parse/line-table.ts';
import type { LineSource } from '../../parse/records.ts';
import type { DialectFacts } from './facts.ts';
import type { RuleText } from './own-way.ts';
import { type FactPattern, factPattern, withText } from './pattern.ts';
import { valuesOf } from './value.ts';

/**
 * An unstable but deterministic sort, as common in C++ libraries: introspective quicksort with the median of three as
 * pivot, and an insertion sort for runs of sixteen. If several equally ranked rules match, the verdict of a parser that
 * uses such a sort depends on the resulting order.
 */

type Before<T> = (a: T, b: T) => boolean;

/** Sorts in place. Before it becomes quadratic, it falls back to a stable sort. */
export function sortUnstably<T>(items: T[], compare: (a: T, b: T) => number): T[] {
  const before: Before<T> = (a, b) => compare(a, b) < 0;
  const depth = 2 * Math.floor(Math.log2(Math.max(1, items.length)));
  if (!partitionAll(items, before, 0, items.length, depth)) return items.sort(compare);
  insertionSort(items, before);
  return items;
}

const SHORT = 16;

/** Partitions until every run is short. Returns false if the pivots are too poor. */
function partitionAll<T>(items: T[], before: Before<T>, start: number, end: number, depth: number): boolean {
  let last = end;
  let left = depth;
  while (last - start > SHORT) {
    if (left-- === 0) return false;
    const middle = start + ((last - start) >> 1);
    medianToStart(items, before, start, middle, last - 1);
    const cut = partition(items, before, start, last);
    if (!partitionAll(items, before, cut, last, left)) return false;
    last = cut;
  }
  return true;
}

/** Swaps the median of the second, the middle and the last item into the first position. */
function medianToStart<T>(items: T[], before: Before<T>, start: number, middle: number, last: number): void {
  const candidates = [start + 1, middle, last];
  const is = (a: number, b: number): boolean => before(items[a] as T, items[b] as T);
  const [a, b, c] = candidates as [number, number, number];
  const median = is(a, b) ? (is(b, c) ? b : is(a, c) ? c : a) : is(a, c) ? a : is(b, c) ? c : b;
  swap(items, start, median);
}

/**
 * Splits the items after the pivot at `start`: first the items that sort before the pivot, then those that sort after
 * it.
 */
function partition<T>(items: T[], before: Before<T>, start: number, end: number): number {
  const pivot = items[start] as T;
  let low = start + 1;
  let high = end;
  for (;;) {
    while (before(items[low] as T, pivot)) low++;
    high--;
    while (before(pivot, items[high] as T)) high--;
    if (low >= high) return low;
    swap(items, low, high);
    low++;
  }
}

function insertionSort<T>(items: T[], before: Before<T>): void {
  for (let next = 1; next < items.length; next++) {
    const item = items[next] as T;
    let at = next;
    while (at > 0 && before(item, items[at - 1] as T)) {
      items[at] = items[at - 1] as T;
      at--;
    }
    items[at] = item;
  }
}

function swap<T>(items: T[], a: number, b: number): void {
  const item = items[a] as T;
  items[a] = items[b] as T;
  items[b] = item;
}

/** A rule that can match, or one of the patterns that it expands to. */
export interface FactRule {
  readonly row: number;
  readonly isAllow: boolean;
  readonly pattern: FactPattern;
}

/** All rules in `rows`, ordered by precedence. */
export function rulesByFacts(
  source: LineSource,
  rows: readonly number[],
  facts: DialectFacts,
): readonly FactRule[] {
  const read = valuesOf(source, facts);
  const rules: FactRule[] = [];
  const records = rows.map((row) => ({
    row,
    isAllow: kindAt(source.lines, row) === LineKind.allow,
    value: read(row),
  }));
  const isByValue = facts.precedence.tie === 'first-but-allow-of-same';
  for (const record of isByValue ? onePerValue(records) : records) addRules(rules, record, facts);
  return Object.freeze(bestFirst(rules, facts));
}

interface RuleRecord {
  readonly row: number;
  readonly isAllow: boolean;
  readonly value: string;
}

/** One record for each value, at the place of the first: the first Allow, or else the first. */
function onePerValue(records: readonly RuleRecord[]): Iterable<RuleRecord> {
  const byValue = new Map<string, RuleRecord>();
  for (const record of records) {
    const known = byValue.get(record.value);
    if (!known || (record.isAllow && !known.isAllow)) byValue.set(record.value, record);
  }
  return byValue.values();
}

/** Adds the patterns that the value of a record expands to. */
function addRules(rules: FactRule[], { row, isAllow, value }: RuleRecord, facts: DialectFacts): void {
  if (value === '' && facts.rules.empty === 'matches-nothing') return;
  if (value === '' && (facts.rules.empty !== 'disallow-allows-all' || !isAllow)) {
    const isReversed = facts.rules.empty === 'reversed';
    rules.push({ row, isAllow: !isReversed || !isAllow, pattern: withText('', facts) });
    return;
  }
  for (const { text, weight } of textsOf(value, isAllow, facts)) {
    const pattern = factPattern(text, facts, weight);
    if (facts.precedence.emptyNeverDecides && pattern.length === 0) continue;
    rules.push({ row, isAllow, pattern });
    for (const each of indexPages(pattern.text, isAllow, facts)) rules.push({ row, isAllow, pattern: each });
  }
}

function textsOf(value: string, isAllow: boolean, { rules }: DialectFacts): readonly RuleText[] {
  if (rules.controlsMatchNothing && CONTROL.test(value)) return [];
  const hasStart = value.startsWith('/') || value.startsWith('*');
  if (!hasStart && rules.withoutSlash === 'matches-nothing') return [];
  const text = rules.withoutSlash === 'slash-added' && !value.startsWith('/') ? `/${value}` : value;
  return rules.expand ? rules.expand.run(text, isAllow) : [{ text }];
}

/** Matches octets that RFC 9309 allows in no pattern: controls other than tab. */
const CONTROL = /[\u0000-\u0008\u000a-\u001f]/;

/** The pattern for the directory of an index page, if the dialect adds one. */
function indexPages(text: string, isAllow: boolean, facts: DialectFacts): readonly FactPattern[] {
  const { indexPage } = facts.extras;
  if (!indexPage || (indexPage.of === 'allow' && !isAllow)) return [];
  const end = INDEX_PAGES[indexPage.when](text);
  return end < 0 ? [] : [withText(`${text.slice(0, end)}$`, facts)];
}

/** For each kind of index page, the offset at which its name begins in a pattern, or −1. */
const INDEX_PAGES = {
  begins: (text: string) => text.search(/(?<=\/)index\.htm[^/]*$/),
  is: (text: string) => text.search(/(?<=\/)index\.html?$/),
  'is-html': (text: string) => text.search(/(?<=\/)index\.html$/),
  ends: (text: string) => (/index\.html?$/.test(text) ? text.indexOf('index.htm') : -1),
} as const;

function bestFirst(rules: FactRule[], { precedence }: DialectFacts): FactRule[] {
  const { order, tie } = precedence;
  if (order === 'first') return rules;
  if (order === 'any-allow') return rules.sort((a, b) => Number(b.isAllow) - Number(a.isAllow));
  const byLength = (a: FactRule, b: FactRule): number => b.pattern.length - a.pattern.length;
  if (tie === 'unstable-sort') return sortUnstably(rules, byLength);
  if (tie !== 'allow') return rules.sort(byLength);
  return rules.sort((a, b) => byLength(a, b) || Number(b.isAllow) - Number(a.isAllow));
}
