/** Records that ask about every known crawler of a purpose: `"agent": "registry:training"`. */
import { type AgentIndex, crawlerNames, namesPurpose } from 'robots-exclusion/agents';
import { BadRecord } from '../read/bad-record.ts';
import type { AskedOfAll, Question } from '../read/question.ts';

/** Whether a record's `agent` names several crawlers. */
export function asksPurpose({ agent }: Question): boolean {
  return typeof agent === 'string' ? namesPurpose(agent) : agent.some(namesPurpose);
}

/**
 * The question of such a record, with the targets of the run.
 *
 * @param hasLists Whether the output format has room for answers about several crawlers.
 * @throws {BadRecord} If the output has no room, no crawler has the purpose, or the purpose is listed among tokens.
 */
export function askedByPurpose(
  { agent }: Question,
  { targets }: AskedOfAll,
  registry: AgentIndex | undefined,
  hasLists: boolean,
): AskedOfAll {
  if (typeof agent !== 'string' || !hasLists) {
    const where = hasLists ? 'among the tokens of one crawler' : 'in a record of this form of output';
    throw new BadRecord(
      'invalid-agent',
      `Cannot use "agent": registry:PURPOSE stands for several crawlers, which cannot be ${where}; --agents asks every file about them`,
    );
  }
  try {
    return { crawlers: crawlerNames([agent], registry), targets };
  } catch (error) {
    if (error instanceof RangeError) throw new BadRecord('invalid-agent', error.message);
    throw error;
  }
}
