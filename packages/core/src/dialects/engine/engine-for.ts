/** The engine that interprets the facts of a dialect: its lines, groups and matcher. */

import type { Encoding, Utf16Repair } from '../../bytes/body.ts';
import { COLON } from '../../bytes/octet.ts';
import { areSameOctets } from '../../bytes/same-octets.ts';
import type {
  ComparableFile,
  ComparableRule,
  DialectGroup,
  DialectSelection,
  FirstDifference,
} from '../../parse/dialect-reader.ts';
import * as LineKind from '../../parse/line-kind.ts';
import { kindAt, lineAt, ROW, startAt, valueEndAt, valueStartAt } from '../../parse/line-table.ts';
import type { LineSource } from '../../parse/records.ts';
import type { Who } from '../../rules/crawler.ts';
import type { DialectEngine } from '../../rules/matcher.ts';
import { agentAt } from './agents.ts';
import { countedDelay } from './delay.ts';
import { DialectMatcher } from './dialect-matcher.ts';
import { type FactSelection, NOTHING } from './fact-selection.ts';
import type { DialectFacts } from './facts.ts';
import { groupsByFacts } from './groups.ts';
import { scanByFacts } from './lines.ts';
import { looksLikeMarkup, namesUserAgent } from './markup.ts';
import { type FactRule, rulesByFacts } from './rules.ts';
import { failureOf, selectByFacts, selectFrom } from './selection.ts';
import { decodeAs, type TextModel, withoutHalfPairs } from './text-model.ts';
import { taken } from './value.ts';

export function engineFor(facts: DialectFacts, isDocumented = false): DialectEngine {
  return Object.freeze({
    decodesUtf16: facts.lines.utf16 !== 'read-as-octets' && (UTF16[facts.normalising.text] ?? true),
    mergesTokens: facts.merging.choice === 'all',
    scan: (octets: Uint8Array, encoding: Encoding) => scanByFacts(octets, facts, encoding),
    groups: (source: LineSource) => existingGroups(source, facts),
    names: (source: LineSource, token: string) =>
      selectByFacts(source, token, facts).userAgentRows.some((row) => !agentAt(source, row, facts).isStar),
    select: (source: LineSource, who: Who) => readableSelection(source, who, facts),
    crawlDelay: (source: LineSource, who: Who) =>
      countedDelay(source, readableSelection(source, who, facts).otherRows, facts),
    firstDifference: (before: LineSource, after: LineSource) => firstDifference(before, after, facts),
    ...(areComparable(facts) && {
      comparable: (source: LineSource) => comparableByFacts(source, facts),
    }),
    matcherFor: (source: LineSource, who: Who) => new DialectMatcher(source, who, facts, isDocumented),
  });
}

const UTF16: Partial<Record<TextModel, Utf16Repair>> = { 'utf-8-java': withoutHalfPairs };

/** The selection for a crawler. It is empty if the original implementation rejects the file. */
function readableSelection(source: LineSource, who: Who, facts: DialectFacts): DialectSelection {
  const selection = selectByFacts(source, who, facts);
  return isReadable(source, selection, facts) ? selection : NOTHING;
}

function isReadable(source: LineSource, { error, refused }: FactSelection, facts: DialectFacts): boolean {
  return error === undefined && refused === undefined && failureOf(source, facts) === undefined;
}

function existingGroups(source: LineSource, facts: DialectFacts): readonly DialectGroup[] {
  const { groups, looseRuleRows, looseOtherRows } = groupsByFacts(source, facts);
  const loose = { userAgents: [], ruleRows: looseRuleRows, otherRows: looseOtherRows };
  const existing = groups
    .filter(({ exists }) => exists)
    .map(({ agents, ruleRows, otherRows }) => ({
      userAgents: agents.map(({ row, token }) => ({ row, token })),
      ruleRows,
      otherRows,
    }));
  return looseRuleRows.length + looseOtherRows.length > 0 ? [loose, ...existing] : existing;
}

/**
 * Whether two files can be compared exactly under these facts: verdicts depend only on the patterns that match and on
 * their lengths, and the selection of groups depends only on one name of the crawler.
 */
function areComparable(facts: DialectFacts): boolean {
  const { agents, merging, groups, lines, normalising, matching, precedence, rules, extras } = facts;
  const isOneName =
    (agents.compare === 'equal' && merging.choice === 'all') ||
    (agents.compare === 'file-begins-caller' && merging.choice === 'longest-name');
  return (
    isOneName &&
    merging.starWeight === 'least' &&
    !merging.firstInRunDecides &&
    !agents.starsAreDropped &&
    groups.ruleBefore !== 'error' &&
    lines.markup === 'kept' &&
    normalising.text === 'octets' &&
    normalising.pattern !== 'rfc9309' &&
    normalising.target !== 'rfc9309' &&
    (matching.stars === 'any-run' || matching.stars === 'prefix') &&
    precedence.order === 'longest-pattern' &&
    precedence.tie === 'allow' &&
    rules.fails === undefined &&
    extras.maxCrawlDelaySeconds === undefined &&
    !extras.badCrawlDelayIsError
  );
}

/** The rules and names in a file, as `facts` define them. */
function comparableByFacts(source: LineSource, facts: DialectFacts): ComparableFile {
  const found = groupsByFacts(source, facts);
  const names = new Set<string>();
  for (const { agents } of found.groups) {
    for (const agent of agents) if (!agent.isStar) for (const name of agent.names) names.add(name);
  }
  const known = new Map<string, readonly ComparableRule[]>();
  return {
    names: [...names],
    robotsTxtIsAllowed: facts.extras.robotsTxtIsAllowed,
    rulesOf(name) {
      const { ruleRows } = selectFrom(source, found, [name], facts);
      const key = ruleRows.join();
      const rules = known.get(key) ?? rulesByFacts(source, ruleRows, facts).map(comparableRule);
      known.set(key, rules);
      return rules;
    },
  };
}

function comparableRule({ row, isAllow, pattern }: FactRule): ComparableRule {
  // Only RFC 9309's own normalization gives a pattern two forms.
  const [{ segments, isAnchored }] = pattern.forms as [FactRule['pattern']['forms'][number]];
  return { row, isAllow, segments, isAnchored, length: pattern.length };
}

// Determines whether a dialect finds the same records in two files. If it does, it gives the same verdicts for both.

/** The first difference between two files in a dialect; `undefined` if the files contain the same relevant records. */
function firstDifference(
  before: LineSource,
  after: LineSource,
  facts: DialectFacts,
): FirstDifference | undefined {
  const rows = [rowsThatMatter(before, facts), rowsThatMatter(after, facts)] as const;
  if (facts.lines.markup === 'stripped' && !lookAlike(before, after)) {
    return { before: 1, after: 1 };
  }
  for (let at = 0; ; at++) {
    const [one, other] = [rows[0][at], rows[1][at]];
    if (one === undefined && other === undefined) return undefined;
    if (one !== undefined && other !== undefined && isSameRow(before, one, after, other, facts)) continue;
    return {
      before: one === undefined ? undefined : lineAt(before.lines, one),
      after: other === undefined ? undefined : lineAt(after.lines, other),
    };
  }
}

function lookAlike({ octets: one }: LineSource, { octets: other }: LineSource): boolean {
  return looksLikeMarkup(one) === looksLikeMarkup(other) && namesUserAgent(one) === namesUserAgent(other);
}

/**
 * Rows of records, and of blank lines that may end a group. A blank line is skipped if no group is open, and between a
 * rule and the next group, where the group ends even without it.
 */
function rowsThatMatter({ lines }: LineSource, facts: DialectFacts): readonly number[] {
  const rows: number[] = [];
  for (let row = 0; row < lines.length; row += ROW) {
    const kind = kindAt(lines, row);
    if (kind === LineKind.comment || kind === LineKind.malformed) continue;
    const last = rows.at(-1);
    const lastKind = last === undefined ? LineKind.blank : kindAt(lines, last);
    if (kind === LineKind.blank && lastKind === LineKind.blank) continue;
    const beginsGroup = kind === LineKind.userAgent && valueStartAt(lines, row) < valueEndAt(lines, row);
    if (beginsGroup && isBlankAfterRule(rows, lines, facts)) rows.pop();
    rows.push(row);
  }
  if (isBlankAfterRule(rows, lines, facts)) rows.pop();
  return rows;
}

function isBlankAfterRule(rows: readonly number[], lines: Int32Array, { runs }: DialectFacts): boolean {
  const [before, last] = [rows.at(-2), rows.at(-1)];
  if (before === undefined || last === undefined || kindAt(lines, last) !== LineKind.blank) return false;
  return runs.endedBy.has(kindAt(lines, before));
}

function isSameRow(
  before: LineSource,
  one: number,
  after: LineSource,
  other: number,
  facts: DialectFacts,
): boolean {
  const kind = kindAt(before.lines, one);
  if (kind !== kindAt(after.lines, other)) return false;
  if (kind === LineKind.other) return hasName(before, one) === hasName(after, other);
  const value = valueOctets(before, one);
  if (!areSameOctets(value, valueOctets(after, other))) return false;
  if (facts.names.read?.value === undefined) return true;
  const text = decodeAs(facts.normalising.text, value, 0, value.length);
  return taken(text, before, one, facts) === taken(text, after, other, facts);
}

/**
 * Whether the record has a name. In some dialects, a record without a name joins the next group to the previous one.
 */
function hasName({ octets, lines }: LineSource, row: number): boolean {
  return octets[startAt(lines, row)] !== COLON;
}

function valueOctets({ octets, lines }: LineSource, row: number): Uint8Array {
  return octets.subarray(valueStartAt(lines, row), valueEndAt(lines, row));
}
