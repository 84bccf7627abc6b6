/** A crawler's rules, prepared for comparison with those of another file. */
import { textOf } from '../bytes/text.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { type Pattern, parsePattern, patternText } from '../patterns/pattern.ts';
import { rank } from '../rules/rule.ts';
import type { VerdictRule } from '../rules/verdict.ts';

export interface ComparedRule {
  readonly record: DocumentRecord;
  readonly isAllow: boolean;
  readonly pattern: Pattern;
  /** The rank under RFC 9309: by number of octets, then allow before disallow. */
  readonly rank: number;
  /** Rules with the same key match the same targets with the same rank, even in different files. */
  readonly key: string;
  /** Whether a later record repeats this rule. */
  readonly isRepeated: boolean;
  /** The position in its list: of two rules that match, the one with the greater position decides. */
  readonly order: number;
}

/** A crawler's rules in ascending order: of two rules that match, the later rule decides and is reported. */
export type ComparedRules = readonly ComparedRule[];

/**
 * The rules among `records` that can match, in order. Of several equal rules, only the first in the file is kept,
 * because the later copies never decide.
 */
export function comparedRules({ octets }: RobotsDocument, records: readonly DocumentRecord[]): ComparedRules {
  const rules = new Map<string, Omit<ComparedRule, 'order'>>();
  for (const record of [...records].sort((a, b) => a.line - b.line)) {
    const pattern = parsePattern(octets, record.valueSpan.start, record.valueSpan.end);
    if (!pattern) continue;
    const isAllow = record.kind === 'allow';
    const key = keyOf(pattern, isAllow);
    const known = rules.get(key);
    const isRepeated = known !== undefined;
    const first = known ?? { record, isAllow, pattern, rank: rank(isAllow, pattern.octets), key };
    rules.set(key, { ...first, isRepeated });
  }
  return [...rules.values()]
    .sort((a, b) => a.rank - b.rank || b.record.line - a.record.line)
    .map((rule, order) => ({ ...rule, order }));
}

/** Merges two lists of rules; each rule gets a new position. */
export function mergedRules(one: ComparedRules, other: ComparedRules): ComparedRules {
  const rules = new Map([...one, ...other].map((rule) => [rule.key, rule]));
  return [...rules.values()].sort((a, b) => a.rank - b.rank).map((rule, order) => inPlace(rule, order));
}

function inPlace(rule: ComparedRule, order: number): ComparedRule {
  const { isAllow, pattern, rank, key, isRepeated } = rule;
  return {
    isAllow,
    pattern,
    rank,
    key,
    isRepeated,
    order,
    get record() {
      return rule.record;
    },
  };
}

export function shownRule(rule: ComparedRule, { octets }: RobotsDocument): VerdictRule {
  const { record, pattern } = rule;
  return Object.freeze({
    kind: rule.isAllow ? 'allow' : 'disallow',
    text: textOf(octets, record.span.start, record.span.end),
    pattern: patternText(pattern),
    octets: pattern.octets,
    line: record.line,
    column: record.column,
  });
}

function keyOf(pattern: Pattern, isAllow: boolean): string {
  // Normalized patterns contain no raw spaces, so spaces separate the parts of a key unambiguously.
  const segments = (form: readonly Uint8Array[]) => form.map((part) => binaryText(part)).join(' ');
  const folded = segments(pattern.folded);
  const plain = pattern.plain === pattern.folded ? '' : segments(pattern.plain);
  return `${isAllow ? 'a' : 'd'}${pattern.isAnchored ? '$' : ''} ${folded}  ${plain}`;
}

/** Each octet as one character. */
export function binaryText(octets: Uint8Array): string {
  let text = '';
  for (let at = 0; at < octets.length; at += 4096) {
    text += String.fromCharCode(...octets.subarray(at, at + 4096));
  }
  return text;
}
