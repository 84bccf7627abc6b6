/** What a file allows the crawlers of each purpose, for the first screen. */
import { reachOf } from '@robots-exclusion/operations/reach';
import { type AgentPurpose, agents } from 'robots-exclusion/agents';
import { prepared } from '../drafts.ts';
import type { DraftQuestion, PurposeReach } from '../protocol.ts';

/** The questions that owners of sites ask, with the purposes that belong to each. */
const topics: readonly (readonly [string, readonly AgentPurpose[]])[] = [
  ['Search engines', ['search']],
  ['AI training', ['training']],
  ['AI search and answers', ['retrieval', 'assistant']],
  ['Archives', ['archive']],
];

export function overview({ draft }: DraftQuestion): readonly PurposeReach[] {
  const { document } = prepared(draft);
  return topics.map(([title, purposes]) => {
    const some = agents.filter((agent) => agent.purposes.some((purpose) => purposes.includes(purpose)));
    const crawlers = reachOf(document, some).map(({ agent, reach }) => ({
      token: agent.token,
      operator: agent.operator,
      reach,
      isKnownToObey: agent.obeys === 'yes',
    }));
    return { title, crawlers };
  });
}
