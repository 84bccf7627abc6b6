/**
 * Finds the rules of a list that may match the same targets as a given rule. Compares only the beginnings of patterns.
 */
import { PERCENT, QUESTION } from '../bytes/octet.ts';
import { isFolded } from '../patterns/normalise.ts';
import { binaryText, type ComparedRule } from './compared-rule.ts';

export class RuleIndex {
  readonly #heads: readonly string[];
  readonly #rules: readonly ComparedRule[];
  readonly #byHead = new Map<string, ComparedRule[]>();

  constructor(rules: readonly ComparedRule[]) {
    const sorted = rules
      .map((rule) => ({ rule, head: headOf(rule) }))
      .sort((a, b) => (a.head < b.head ? -1 : a.head > b.head ? 1 : 0));
    this.#heads = sorted.map(({ head }) => head);
    this.#rules = sorted.map(({ rule }) => rule);
    for (const { rule, head } of sorted) {
      const same = this.#byHead.get(head);
      if (same) same.push(rule);
      else this.#byHead.set(head, [rule]);
    }
  }

  /** All rules that can match a target that `rule` also matches; may include others. */
  *meeting(rule: ComparedRule): Iterable<ComparedRule> {
    const head = headOf(rule);
    for (let length = 0; length < Math.min(head.length, LONGEST_HEAD); length++) {
      yield* this.#byHead.get(head.slice(0, length)) ?? [];
    }
    for (let at = this.#firstFrom(head); this.#heads[at]?.startsWith(head); at++) {
      yield this.#rules[at] as ComparedRule;
    }
  }

  #firstFrom(head: string): number {
    let low = 0;
    let high = this.#heads.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#heads[middle] as string) < head) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The maximum number of octets compared at the beginning of a pattern. */
const LONGEST_HEAD = 1_024;

/**
 * The octets with which every matching target begins, both raw and in its two forms. They end before the first star,
 * the first octet that might be escaped, and the first `?`.
 */
function headOf({ pattern }: ComparedRule): string {
  const [first] = pattern.folded as [Uint8Array];
  let end = 0;
  while (end < first.length && end < LONGEST_HEAD && isTheSameInAllForms(first[end] as number)) end++;
  if (first[end] === QUESTION) end++;
  return binaryText(first.subarray(0, end));
}

function isTheSameInAllForms(octet: number): boolean {
  return octet !== PERCENT && octet !== QUESTION && !isFolded(octet, false);
}
