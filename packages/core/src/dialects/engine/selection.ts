/** Selects the rows that apply to one crawler according to a dialect's facts. */

import * as LineKind from '../../parse/line-kind.ts';
import { kindAt, ROW } from '../../parse/line-table.ts';
import type { LineSource } from '../../parse/records.ts';
import type { Who } from '../../rules/crawler.ts';
import { agentAt, callersOf, type FactAgent, fittingName } from './agents.ts';
import { type FactSelection, NOTHING, selectionOf } from './fact-selection.ts';
import type { DialectFacts } from './facts.ts';
import { type FactGroup, type FactGroups, groupsByFacts } from './groups.ts';
import { lengthOf } from './pattern.ts';
import { selectShared } from './shared-rules.ts';
import { decodeAs } from './text-model.ts';
import { valuesOf } from './value.ts';

export function selectByFacts(source: LineSource, who: Who, facts: DialectFacts): FactSelection {
  const callers = callersOf(who, facts);
  const refused = callers
    .map((caller) => facts.agents.fails?.run(caller, 'caller'))
    .find((why) => why !== undefined);
  if (refused !== undefined) return { ...NOTHING, refused };
  if (facts.merging.choice === 'copied') return selectCopied(source, callers, facts);
  if (facts.merging.choice === 'shared') return selectShared(source, callers, facts);
  return selectFrom(source, knownGroups(source, facts), callers, facts);
}

/** Cached groups of files, read once for all crawlers. */
const known = new WeakMap<LineSource, { readonly facts: DialectFacts; readonly found: FactGroups }>();

function knownGroups(source: LineSource, facts: DialectFacts): FactGroups {
  const kept = known.get(source);
  if (kept?.facts === facts) return kept.found;
  const found = groupsByFacts(source, facts);
  known.set(source, { facts, found });
  return found;
}

/** Why the original implementation fails on the file, determined from the text alone. */
export function failureOf({ octets }: LineSource, { lines }: DialectFacts): string | undefined {
  return lines.fails?.run(decodeAs('utf-8-surrogates', octets, 0, octets.length));
}

/**
 * The rows that apply to `callers`, selected from groups that were already read. Not for dialects with the choice
 * `copied` or `shared`.
 */
export function selectFrom(
  source: LineSource,
  found: FactGroups,
  callers: readonly string[],
  facts: DialectFacts,
): FactSelection {
  const { looseRuleRows, looseOtherRows } = found;
  const chosen = CHOICES[facts.merging.choice as keyof typeof CHOICES](found, callers, facts);
  const isStar = chosen.every(({ agents }) => agents.every(({ isStar }) => isStar));
  const ruleRows = [...(isStar ? looseRuleRows : []), ...chosen.flatMap((group) => group.ruleRows)];
  const otherRows = [...(isStar ? looseOtherRows : []), ...chosen.flatMap((group) => group.otherRows)];
  const agents = chosen.flatMap((group) => group.agents);
  return {
    ...selectionOf(agents, chosen.some(({ allowsAll }) => allowsAll) ? [] : ruleRows, otherRows),
    delayRows: chosen.flatMap((group) => countedDelays(source, group)),
    ...(found.error !== undefined && { error: found.error }),
  };
}

/** A selected group: the records that name the crawler, and the group's contents. */
interface Chosen {
  readonly agents: readonly FactAgent[];
  readonly ruleRows: readonly number[];
  readonly otherRows: readonly number[];
  readonly allowsAll: boolean;
}

/** The group with those of its user-agent records that pass the test, if any does. */
function having(group: Chosen, test: (agent: FactAgent) => boolean): readonly Chosen[] {
  const agents = group.agents.filter(test);
  return agents.length > 0 ? [{ ...group, agents }] : [];
}

type Choice = (found: FactGroups, callers: readonly string[], facts: DialectFacts) => readonly Chosen[];

const CHOICES: Readonly<Record<Exclude<DialectFacts['merging']['choice'], 'copied' | 'shared'>, Choice>> = {
  all: everyFit,
  'longest-name': longestName,
  first: firstFit,
  'exact-then-first': exactThenFirst,
};

function everyFit(
  { groups }: FactGroups,
  callers: readonly string[],
  facts: DialectFacts,
): readonly Chosen[] {
  const own: Chosen[] = [];
  const star: Chosen[] = [];
  for (const group of groups) {
    if (!group.exists) continue;
    const fitting = group.agents.filter(
      (agent) => !agent.isStar && fittingName(agent, callers, facts.agents) !== undefined,
    );
    const stars = group.agents.filter(({ isStar }) => isStar);
    const firstIsStar = facts.merging.firstInRunDecides && isBefore(stars[0], fitting[0]);
    if (fitting.length > 0 && !firstIsStar) own.push({ ...group, agents: fitting });
    if (stars.length > 0) star.push({ ...group, agents: stars });
  }
  return own.length > 0 ? own : star;
}

function isBefore(a: FactAgent | undefined, b: FactAgent | undefined): boolean {
  return a !== undefined && b !== undefined && a.row < b.row;
}

function longestName(
  { groups }: FactGroups,
  callers: readonly string[],
  facts: DialectFacts,
): readonly Chosen[] {
  const { starWeight, onlyFirst } = facts.merging;
  const existing = groups.filter(({ exists }) => exists);
  const hasStar = existing.some(({ agents }) => agents.some(({ isStar }) => isStar));
  let best: string | undefined = hasStar && starWeight === 'one-and-stays' ? '*' : undefined;
  let bestWeight = best === undefined ? 0 : 1;
  for (const { agents } of existing) {
    for (const agent of agents) {
      const [name, weight] = weighed(agent, callers, facts);
      if (weight > bestWeight) [best, bestWeight] = [name, weight];
    }
  }
  if (best === undefined && hasStar) best = '*';
  const named = existing.flatMap((group) => having(group, ({ names }) => names.includes(best as string)));
  return onlyFirst ? named.slice(0, 1) : named;
}

function weighed(agent: FactAgent, callers: readonly string[], facts: DialectFacts): [string, number] {
  if (agent.isStar) return ['*', facts.merging.starWeight === 'one' ? 1 : 0];
  let best: [string, number] = ['', 0];
  for (const name of agent.names) {
    const fits = fittingName({ ...agent, names: [name] }, callers, facts.agents) !== undefined;
    const unit = facts.precedence.length;
    const length = lengthOf(name, unit === 'without-wildcards' ? 'units' : unit);
    if (fits && length > best[1]) best = [name, length];
  }
  return best;
}

function firstFit(
  { groups }: FactGroups,
  callers: readonly string[],
  facts: DialectFacts,
): readonly Chosen[] {
  const { starHidesNames, starsAreMerged, starWeight } = facts.merging;
  const existing = groups.filter(({ exists }) => exists);
  for (const group of existing) {
    if (starHidesNames && group.agents.some(({ isStar }) => isStar)) continue;
    const fitting = having(
      group,
      (agent) =>
        (agent.isStar && starWeight === 'equal') ||
        (!(starsAreMerged && agent.isStar) && fittingName(agent, callers, facts.agents) !== undefined),
    );
    if (fitting.length > 0) return fitting;
  }
  const stars = existing.flatMap((group) => having(group, ({ isStar }) => isStar));
  return starsAreMerged ? stars : stars.slice(0, 1);
}

/**
 * The original implementation stores groups by user-agent value. If a value equals the caller's whole name, the groups
 * of that value apply. Otherwise, it takes the first value whose groups all contain one and the same value, in the same
 * spelling, that matches the caller. If there is no such value, the groups of `*` apply.
 */
function exactThenFirst(
  found: FactGroups,
  callers: readonly string[],
  facts: DialectFacts,
): readonly Chosen[] {
  const byName = new Map<string, { fitting: readonly string[]; groups: FactGroup[] }>();
  const short = callers.map((caller) => caller.split('/', 1)[0] as string);
  for (const group of found.groups) {
    const fitting = fittingNames(group, short, facts);
    for (const name of new Set(group.agents.flatMap(({ names }) => names))) {
      const known = byName.get(name);
      if (known) {
        known.fitting = known.fitting.filter((each) => fitting.includes(each));
        known.groups.push(group);
      } else byName.set(name, { fitting, groups: [group] });
    }
  }
  const exact = callers.map((caller) => byName.get(caller)).find((entry) => entry !== undefined);
  const first = (): typeof exact => [...byName.values()].find(({ fitting }) => fitting.length > 0);
  return (exact ?? first() ?? byName.get('*'))?.groups ?? [];
}

/** The values, as written in the file, of a group's user-agent records that match a caller. */
function fittingNames(
  { agents }: FactGroup,
  callers: readonly string[],
  facts: DialectFacts,
): readonly string[] {
  const named = agents.filter(({ isStar }) => !isStar);
  const fitting = named.filter((agent) => fittingName(agent, callers, facts.agents) !== undefined);
  return [...new Set(fitting.map(({ value }) => value))];
}

/** The Crawl-delay records that count: the first after each record that names the crawler. */
function countedDelays({ lines }: LineSource, { agents, otherRows }: Chosen): readonly number[] {
  const counted: number[] = [];
  let isArmed = false;
  const delayRows = otherRows.filter((row) => kindAt(lines, row) === LineKind.crawlDelay);
  const delays = new Set(delayRows);
  const rows = [...agents.map(({ row }) => row), ...delayRows].sort((a, b) => a - b);
  for (const row of rows) {
    if (delays.has(row)) {
      if (isArmed) counted.push(row);
      isArmed = false;
    } else isArmed = true;
  }
  return counted;
}

/** A linked list of rows, last first. A copy shares the list of its original. */
interface Rows {
  readonly row: number;
  readonly before: Rows | undefined;
}

function inOrder(last: Rows | undefined): readonly number[] {
  const rows: number[] = [];
  for (let at = last; at; at = at.before) rows.push(at.row);
  return rows.reverse();
}

interface CopiedRecord {
  readonly agents: FactAgent[];
  rules: Rows | undefined;
  others: Rows | undefined;
}

/**
 * Rules belong to the first name of a run. When the next run begins, or the file ends, the run's other names get a copy
 * of these rules, unless they already have rules. If the first name is empty, nothing is copied.
 */
function selectCopied(source: LineSource, callers: readonly string[], facts: DialectFacts): FactSelection {
  const everybody: CopiedRecord = { agents: [], rules: undefined, others: undefined };
  const records = new Map<string, CopiedRecord>([['*', everybody]]);
  let current = everybody;
  let waiting: FactAgent[] = [];
  let name = '*';
  let isRunOpen = false;
  let isCounted = facts.groups.ruleBefore === 'for-everybody';
  let error: string | undefined;
  const read = valuesOf(source, facts);
  const copy = (): void => {
    if (name === '') return;
    for (const agent of waiting) {
      const key = agent.names[0] ?? '';
      const { rules, others } = current;
      if (!records.has(key)) records.set(key, { agents: [agent], rules, others });
    }
    waiting = [];
  };
  for (let row = 0; row < source.lines.length; row += ROW) {
    const kind = kindAt(source.lines, row);
    if (kind === LineKind.userAgent) {
      isCounted = true;
      const agent = agentAt(source, row, facts);
      if (isRunOpen) waiting.push(agent);
      else {
        copy();
        name = agent.names[0] ?? '';
        current = records.get(name) ?? { agents: [], rules: undefined, others: undefined };
        current.agents.push(agent);
        records.set(name, current);
      }
      isRunOpen = true;
    } else if (facts.runs.endedBy.has(kind)) {
      isRunOpen = false;
      if (!isCounted) continue;
      if (kind === LineKind.allow || kind === LineKind.disallow) {
        error ??= facts.rules.fails?.run(read(row));
        current.rules = { row, before: current.rules };
      } else current.others = { row, before: current.others };
    }
  }
  copy();
  const own = callers.map((caller) => records.get(caller)).find((record) => record !== undefined);
  const { agents, rules, others } = own ?? everybody;
  return { ...selectionOf(agents, inOrder(rules), inOrder(others)), ...(error !== undefined && { error }) };
}
