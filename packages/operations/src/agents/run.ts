/** `agents`: lists what the registry contains about crawlers. */
import {
  type AgentIndex,
  type AgentProfile,
  findAgentIn,
  nearestTokens,
  registryWith,
} from 'robots-exclusion/agents';
import { OperationError } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { registryFor } from '../shared/uses.ts';
import type { AgentsAnswer, AgentsInput } from './schema.ts';
import { agentsWords } from './words.ts';

export interface AgentsAsked {
  readonly found: readonly AgentProfile[];
  /** The known tokens nearest to the requested name, if no crawler has that name. */
  readonly nearest?: readonly string[];
}

/** Lists crawlers, sorted by token. */
export const agents: Operation<AgentsInput, AgentsAsked, AgentsAnswer> = {
  name: 'agents',
  title: 'What is known about crawlers?',
  about:
    'Returns crawler profiles from the registry, with their sources: all profiles, those with given purposes, or the one with a given name.',
  shape: 'one',
  example: { find: 'GPTBot' },
  asked(input, { registry: known }) {
    const registry = registryFor(known, input.purposeTokens) ?? registryWith([]);
    const { find } = input;
    const found = find === undefined ? registry.agents : [findAgentIn(registry, find)].filter(isProfile);
    const nearest = find === undefined || found.length > 0 ? [] : nearestTokens(find, registry);
    return { found: ofPurposes(found, input, registry), ...(nearest.length > 0 && { nearest }) };
  },
  // No file is read, so the query is cheap.
  cost: () => 0,
  *run({ found, nearest }) {
    yield { results: found, ...(nearest && { nearest }) };
  },
  words: agentsWords,
};

/**
 * The crawlers that fetch for one of the purposes.
 *
 * @throws {OperationError} If no crawler has such a purpose.
 */
export function ofPurposes(
  profiles: readonly AgentProfile[],
  { purposes }: AgentsInput,
  { agents: known }: AgentIndex,
): readonly AgentProfile[] {
  if (purposes === undefined || purposes.length === 0) return profiles;
  const names = new Set(known.flatMap((agent) => agent.purposes));
  const unknown = purposes.find((purpose) => !names.has(purpose));
  if (unknown !== undefined) {
    const message = `Cannot choose crawlers by the purpose ${JSON.stringify(unknown)}: expected one of ${[...names].sort().join(', ')}`;
    throw new OperationError('invalid-request', message, 'purposes');
  }
  return profiles.filter((agent) => agent.purposes.some((purpose) => purposes.includes(purpose)));
}

function isProfile(profile: AgentProfile | undefined): profile is AgentProfile {
  return profile !== undefined;
}
