/**
 * Expands records whose crawler is a purpose, such as `"agent": "registry:training"`, to every known crawler of that
 * purpose.
 */
import { type AgentIndex, crawlerNames, namesPurpose } from 'robots-exclusion/agents';
import { BadRecord } from '../read/bad-record.ts';
import type { AskedOfAll, Question } from '../read/question.ts';

/** Whether a record's `agent` is a purpose, which stands for several crawlers. */
export function asksPurpose({ agent }: Question): boolean {
  return typeof agent === 'string' ? namesPurpose(agent) : agent.some(namesPurpose);
}

/**
 * The crawlers with the purpose that a record names, and the targets of the run.
 *
 * @param hasLists Whether a line of output can hold results for several crawlers.
 * @throws {BadRecord} If a line cannot hold the results, no crawler has the purpose, or the purpose is in a list of
 * tokens.
 */
export function askedByPurpose(
  { agent }: Question,
  { targets }: AskedOfAll,
  registry: AgentIndex | undefined,
  hasLists: boolean,
): AskedOfAll {
  if (typeof agent !== 'string' || !hasLists) {
    const why = hasLists
      ? 'so it cannot be one of the tokens of a crawler'
      : 'which this output format cannot return for one record';
    throw new BadRecord(
      'invalid-agent',
      `Cannot use "agent": registry:PURPOSE stands for several crawlers, ${why}; use --agents to check every file for all of them`,
    );
  }
  try {
    return { crawlers: crawlerNames([agent], registry), targets };
  } catch (error) {
    if (error instanceof RangeError) throw new BadRecord('invalid-agent', error.message);
    throw error;
  }
}
