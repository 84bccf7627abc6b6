/** The engine that interprets the facts of a dialect: its lines, groups and matcher. */
import type { Encoding, Utf16Repair } from '../../bytes/body.ts';
import type { DialectGroup, DialectSelection } from '../../parse/dialect-reader.ts';
import type { LineSource } from '../../parse/records.ts';
import type { Who } from '../../rules/crawler.ts';
import type { DialectEngine } from '../../rules/matcher.ts';
import { agentAt } from './agents.ts';
import { areComparable, comparableByFacts } from './comparison.ts';
import { countedDelay } from './delay.ts';
import { DialectMatcher } from './dialect-matcher.ts';
import type { FactSelection } from './fact-selection.ts';
import type { DialectFacts } from './facts.ts';
import { groupsByFacts } from './groups.ts';
import { scanByFacts } from './lines.ts';
import { firstDifference } from './same-records.ts';
import { failureOf, selectByFacts } from './selection.ts';
import { type TextModel, withoutHalfPairs } from './text-model.ts';

/** The engine of a dialect with these facts. */
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

const NOTHING: DialectSelection = { userAgentRows: [], productTokens: [], ruleRows: [], otherRows: [] };

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
