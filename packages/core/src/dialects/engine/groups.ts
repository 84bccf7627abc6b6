/** Finds the groups of a file according to a dialect's facts: where they begin and end, and which of them exist. */
import * as LineKind from '../../parse/line-kind.ts';
import { kindAt, ROW, valueEndAt, valueStartAt } from '../../parse/line-table.ts';
import type { LineSource } from '../../parse/records.ts';
import { agentAt, type FactAgent } from './agents.ts';
import { secondsOf } from './delay.ts';
import type { DialectFacts } from './facts.ts';
import { type ReadValue, valuesOf } from './value.ts';

/** One group as the dialect sees it. Rows are indexes into the line table. */
export interface FactGroup {
  readonly agents: FactAgent[];
  readonly ruleRows: number[];
  /** Records other than rules and user-agent records, including Crawl-delay. */
  readonly otherRows: number[];
  /** Whether the group can be selected. */
  exists: boolean;
  /** Whether the group allows everything, regardless of its rules. */
  allowsAll: boolean;
}

/** All groups, and what the dialect does with rules before the first group. */
export interface FactGroups {
  readonly groups: readonly FactGroup[];
  /** Rules before any user-agent record, if they apply to every crawler. */
  readonly looseRuleRows: readonly number[];
  /** Other records before any user-agent record, if rules there apply to every crawler. */
  readonly looseOtherRows: readonly number[];
  /** Why the original implementation rejects the file. */
  readonly error?: string;
}

export function groupsByFacts(source: LineSource, facts: DialectFacts): FactGroups {
  const walk = new GroupWalk(source, facts);
  for (let row = 0; row < source.lines.length; row += ROW) walk.step(row);
  return walk.end();
}

class GroupWalk {
  readonly #source: LineSource;
  readonly #facts: DialectFacts;
  readonly #groups: FactGroup[] = [];
  readonly #looseRules: number[] = [];
  readonly #looseOthers: number[] = [];
  #current: FactGroup | undefined;
  #isRunOpen = false;
  #error: string | undefined;
  #read: ReadValue | undefined;

  constructor(source: LineSource, facts: DialectFacts) {
    this.#source = source;
    this.#facts = facts;
  }

  step(row: number): void {
    const kind = kindAt(this.#source.lines, row);
    if (kind === LineKind.blank) this.#current = undefined;
    else if (kind === LineKind.userAgent) this.#addAgent(row);
    else {
      if (this.#facts.runs.endedBy.has(kind)) this.#isRunOpen = false;
      this.#addRecord(row, kind);
    }
  }

  end(): FactGroups {
    const last = this.#current;
    if (last && this.#isRunOpen && this.#facts.groups.openAtEnd === 'allows-all') {
      last.exists = true;
      last.allowsAll = true;
    }
    const error = this.#error === undefined ? {} : { error: this.#error };
    return {
      groups: this.#groups,
      looseRuleRows: this.#looseRules,
      looseOtherRows: this.#looseOthers,
      ...error,
    };
  }

  #begin(): FactGroup {
    const exists = this.#facts.groups.needs.size === 0;
    const group = { agents: [], ruleRows: [], otherRows: [], exists, allowsAll: false };
    this.#groups.push(group);
    this.#current = group;
    return group;
  }

  #addAgent(row: number): void {
    const isAlone = this.#facts.runs.endedBy.has(LineKind.userAgent);
    const group = this.#current && this.#isRunOpen && !isAlone ? this.#current : this.#begin();
    this.#isRunOpen = true;
    const agent = agentAt(this.#source, row, this.#facts);
    group.agents.push(agent);
    for (const name of agent.names) this.#error ??= this.#facts.agents.fails?.run(name, 'file');
  }

  #addRecord(row: number, kind: LineKind.Any): void {
    const { groups, rules } = this.#facts;
    const isRule = kind === LineKind.disallow || (kind === LineKind.allow && !rules.onlyDisallow);
    const group = this.#current;
    if (!group) {
      const isLoose =
        groups.ruleBefore === 'for-everybody' && this.#groups.length === 0 && kind >= LineKind.other;
      if (isLoose) (isRule ? this.#looseRules : this.#looseOthers).push(row);
      if (groups.ruleBefore === 'error' && (isRule || kind === LineKind.crawlDelay)) {
        this.#error ??= 'a rule or crawl-delay comes before any user-agent record';
      }
      return;
    }
    this.#error ??= this.#failureAt(row, isRule, kind);
    if (isRule) group.ruleRows.push(row);
    else if (kind >= LineKind.other) group.otherRows.push(row);
    if (groups.needs.has(kind) && !(groups.emptyRulesDoNotCount && this.#hasNoValue(row)))
      group.exists = true;
  }

  /** Why the original program rejects a value. */
  #failureAt(row: number, isRule: boolean, kind: LineKind.Any): string | undefined {
    const { rules, extras } = this.#facts;
    if (isRule) return rules.fails?.run(this.#valueAt(row));
    if (!extras.badCrawlDelayIsError || kind !== LineKind.crawlDelay) return undefined;
    const seconds = secondsOf(this.#valueAt(row), this.#facts);
    return seconds === undefined ? 'a crawl-delay is not a number of seconds' : undefined;
  }

  #valueAt(row: number): string {
    this.#read ??= valuesOf(this.#source, this.#facts);
    return this.#read(row);
  }

  #hasNoValue(row: number): boolean {
    return valueStartAt(this.#source.lines, row) >= valueEndAt(this.#source.lines, row);
  }
}
