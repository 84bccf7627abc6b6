/** The rules of a selection, read according to a dialect's facts, prepared for matching and ordered best first. */

import * as LineKind from '../../parse/line-kind.ts';
import { kindAt } from '../../parse/line-table.ts';
import type { LineSource } from '../../parse/records.ts';
import type { DialectFacts } from './facts.ts';
import { looksLikeMarkup } from './markup.ts';
import type { RuleText } from './own-way.ts';
import { type FactPattern, factPattern, withText } from './pattern.ts';
import { sortUnstably } from './unstable-sort.ts';
import { valuesOf } from './value.ts';

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
  const isMarkup = facts.lines.markup === 'stripped' && looksLikeMarkup(source.octets);
  const read = valuesOf(source, facts, isMarkup);
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
  begins: (text: string) => afterLastSlash(text, (file) => file.startsWith('index.htm')),
  is: (text: string) => afterLastSlash(text, (file) => file === 'index.htm' || file === 'index.html'),
  'is-html': (text: string) => afterLastSlash(text, (file) => file === 'index.html'),
  ends: (text: string) => (/index\.html?$/.test(text) ? text.indexOf('index.htm') : -1),
} as const;

function afterLastSlash(text: string, test: (file: string) => boolean): number {
  const slash = text.lastIndexOf('/');
  return slash >= 0 && test(text.slice(slash + 1)) ? slash + 1 : -1;
}

function bestFirst(rules: FactRule[], { precedence }: DialectFacts): FactRule[] {
  const { order, tie } = precedence;
  if (order === 'first') return rules;
  if (order === 'any-allow') return rules.sort((a, b) => Number(b.isAllow) - Number(a.isAllow));
  const byLength = (a: FactRule, b: FactRule): number => b.pattern.length - a.pattern.length;
  if (tie === 'unstable-sort') return sortUnstably(rules, byLength);
  if (tie !== 'allow') return rules.sort(byLength);
  return rules.sort((a, b) => byLength(a, b) || Number(b.isAllow) - Number(a.isAllow));
}
