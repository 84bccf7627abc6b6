/** Selects rules in a dialect whose user-agent records share one set of rules as long as the set is empty. */
import * as LineKind from '../../parse/line-kind.ts';
import { kindAt, ROW } from '../../parse/line-table.ts';
import type { LineSource } from '../../parse/records.ts';
import { agentAt, type FactAgent, fittingName } from './agents.ts';
import { secondsOf } from './delay.ts';
import { type FactSelection, selectionOf } from './fact-selection.ts';
import type { DialectFacts } from './facts.ts';
import { valuesOf } from './value.ts';

interface SharedRules {
  readonly agents: FactAgent[];
  readonly ruleRows: number[];
  readonly otherRows: number[];
  /** Whether a rule, even one without a value, or a readable Crawl-delay has come. */
  isUsed: boolean;
}

/**
 * A name that already has rules gets more of them, and so do all names with which it shares them. Any other name shares
 * the rules of the record before it, if these are still empty, or else begins new ones. The first name in the file that
 * matches decides.
 */
export function selectShared(
  source: LineSource,
  callers: readonly string[],
  facts: DialectFacts,
): FactSelection {
  const { lines } = source;
  const byName = new Map<string, SharedRules>();
  const listed: FactAgent[] = [];
  const read = valuesOf(source, facts);
  let current: SharedRules | undefined;
  for (let row = 0; row < lines.length; row += ROW) {
    const kind = kindAt(lines, row);
    if (kind === LineKind.userAgent) {
      const agent = agentAt(source, row, facts);
      const name = agent.names[0] ?? '';
      const known = byName.get(name);
      if (known?.isUsed) current = known;
      else if (!current || current.isUsed)
        current = { agents: [], ruleRows: [], otherRows: [], isUsed: false };
      current.agents.push(agent);
      byName.set(name, current);
      listed.push(agent);
    } else if (kind === LineKind.allow || kind === LineKind.disallow) {
      if (!current) continue;
      current.ruleRows.push(row);
      current.isUsed = true;
    } else if (kind >= LineKind.other && current) {
      current.otherRows.push(row);
      if (kind === LineKind.crawlDelay && secondsOf(read(row), facts) !== undefined) current.isUsed = true;
    }
  }
  const first = listed.find(
    (agent) => !agent.isStar && fittingName(agent, callers, facts.agents) !== undefined,
  );
  const chosen = byName.get(first?.names[0] ?? '*');
  const agents = (chosen?.agents ?? []).filter(({ names }) => byName.get(names[0] ?? '') === chosen);
  return selectionOf(agents, chosen?.ruleRows ?? [], chosen?.otherRows ?? []);
}
