/** `reach`: computes what a robots.txt allows each known crawler to fetch. */
import { parse } from 'robots-exclusion';
import { type AgentProfile, registryWith } from 'robots-exclusion/agents';
import { ofPurposes } from '../agents/run.ts';
import type { Operation } from '../operation.ts';
import { fileNotesOf } from '../shared/file-notes.ts';
import { lazily } from '../shared/lazily.ts';
import { EXAMPLE_ROBOTS, type RobotsBody, robotsBody } from '../shared/robots-body.ts';
import { registryFor } from '../shared/uses.ts';
import type { ReachAnswer, ReachInput } from './schema.ts';
import { reachWords } from './words.ts';

/** The prepared input, which any thread can answer. */
export interface ReachAsked {
  readonly robots: RobotsBody;
  readonly agents: readonly AgentProfile[];
}

const finder = lazily('The reach analysis', () => import('./reach-of.ts'));

/** Reports for each known crawler whether it may fetch everything, something or nothing, and which group decides. */
export const reach: Operation<ReachInput, ReachAsked, ReachAnswer> = {
  name: 'reach',
  title: 'What does this robots.txt let each known crawler do?',
  about:
    'For each crawler in the registry: what it may fetch, and the group that applies to it. The results `everything` and `nothing` are proven, `files` means that no page is open; all others are `some`.',
  shape: 'one',
  example: { robots: EXAMPLE_ROBOTS, purposes: ['training'] },
  asked({ purposes, purposeTokens, ...given }, { registry: known, limits }) {
    const registry = registryFor(known, purposeTokens) ?? registryWith([]);
    return {
      robots: robotsBody(given, limits.maxRobotsBytes),
      agents: ofPurposes(registry.agents, { purposes }, registry),
    };
  },
  // The cost has no known limit, because the proofs use automata over the file's patterns.
  cost: () => Number.POSITIVE_INFINITY,
  load: finder.load,
  *run({ robots, agents }) {
    const document = parse(robots.body, { maxBytes: robots.maxBytes });
    const found = finder.loaded().reachOf(document, agents);
    yield {
      results: found.map(({ agent: { token, operator, purposes }, reach, group, lines }) => ({
        ...{ token, operator, purposes, reach },
        ...(group !== undefined && { group }),
        lines,
      })),
      ...fileNotesOf(document),
    };
  },
  words: reachWords,
};
