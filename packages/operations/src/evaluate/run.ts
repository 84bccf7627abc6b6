/** `evaluate`: a given robots.txt decides about URLs. Nothing is fetched. */
import type { Failure } from '../errors.ts';
import { DEFAULT_CANDIDATES } from '../limits.ts';
import type { Call, Operation } from '../operation.ts';
import { type Agent, crawlersOf } from '../shared/crawlers.ts';
import { loadDialects, loadUsage } from '../shared/reading.ts';
import { EXAMPLE_ROBOTS, type GivenRobots, robotsBody } from '../shared/robots-body.ts';
import { hostsNote } from '../shared/several-hosts.ts';
import { decisionCost } from './cost.ts';
import { type DecisionAnswer, type DecisionBasis, decider, type EvaluateAsked } from './decision.ts';
import { decisionWords } from './words.ts';

/** The question about each URL, with or without a file. */
export interface DecisionInput {
  readonly urls: readonly string[];
  readonly agents?: readonly Agent[] | undefined;
  readonly literal?: boolean | undefined;
  readonly dialect?: string | undefined;
  readonly usage?: boolean | undefined;
  readonly use?: string | undefined;
  readonly maxCandidates?: number | undefined;
}

/** The question about a file. */
export interface EvaluateInput extends DecisionInput, GivenRobots {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly tdmrep?: string | undefined;
}

/** Answers each URL for each crawler. */
export const evaluate: Operation<EvaluateInput, EvaluateAsked, DecisionAnswer | Failure> = {
  name: 'evaluate',
  title: 'What does this robots.txt say of these URLs?',
  about: 'The file is part of the question; nothing is fetched.',
  shape: 'each',
  example: { robots: EXAMPLE_ROBOTS, urls: ['/private/x'], agents: ['FooBot'] },
  asked(input, { registry, limits }) {
    const { headers, tdmrep } = input;
    const hasPage = headers !== undefined || tdmrep !== undefined;
    return {
      ...questionOf(input, { registry, limits }),
      urls: input.urls,
      robots: robotsBody(input, limits.maxRobotsBytes),
      ...(hasPage && { page: { headers, tdmrep } }),
    };
  },
  cost: decisionCost,
  load: loadFor,
  *run(asked) {
    const decide = decider(asked);
    for (const url of asked.urls) yield* decide(url);
  },
  note: ({ urls }) => hostsNote(urls),
  words: decisionWords,
};

/** The part of a question that is common to all of its URLs. */
export function questionOf(
  input: Omit<DecisionInput, 'urls'>,
  { registry, limits }: Pick<Call, 'registry' | 'limits'>,
): DecisionQuestion {
  const { dialect = 'rfc9309', usage, use, maxCandidates = DEFAULT_CANDIDATES } = input;
  return {
    dialect,
    crawlers: crawlersOf(input, registry, limits.maxCrawlers),
    maxCandidates,
    ...(usage && { usage }),
    ...(use !== undefined && { use }),
  };
}

/** The part of the basis that comes from the question. */
export type DecisionQuestion = Omit<
  DecisionBasis,
  'robots' | 'fetched' | 'evidence' | 'isExplained' | 'page'
>;

/** Loads the modules that this kind of decision needs. */
export async function loadFor({ dialect, usage, use }: DecisionBasis): Promise<void> {
  if (dialect !== 'rfc9309') await loadDialects();
  if (usage || use !== undefined) await loadUsage();
}
