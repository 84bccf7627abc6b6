/** `evaluate`: decides about URLs based on a given robots.txt. It fetches nothing. */
import type { Failure } from '../errors.ts';
import { DEFAULT_CANDIDATES } from '../limits.ts';
import type { Call, Operation } from '../operation.ts';
import { crawlersOf } from '../shared/crawlers.ts';
import { loadDialects, loadUsage } from '../shared/reading.ts';
import { EXAMPLE_ROBOTS, robotsBody } from '../shared/robots-body.ts';
import type { Complete } from '../shared/same.ts';
import { hostsNote } from '../shared/several-hosts.ts';
import { registryFor } from '../shared/uses.ts';
import { decisionCost } from './cost.ts';
import { type DecisionBasis, decider, type EvaluateAsked } from './decision.ts';
import type { DecisionAnswer, DecisionInput, EvaluateInput } from './schema.ts';
import { decisionWords } from './words.ts';

/** Decides about each URL for each crawler. */
export const evaluate: Operation<EvaluateInput, EvaluateAsked, DecisionAnswer | Failure> = {
  name: 'evaluate',
  title: 'What does this robots.txt say about these URLs?',
  about: 'The request contains the file; nothing is fetched.',
  shape: 'each',
  example: { robots: EXAMPLE_ROBOTS, urls: ['/private/x'], agents: ['FooBot'] },
  asked(input, { registry, limits }) {
    const { urls, headers, tdmrep } = input;
    const hasPage = headers !== undefined || tdmrep !== undefined;
    const { dialect, crawlers, maxCandidates, usage, use, purposeTokens } = questionOf(input, {
      registry,
      limits,
    });
    const robots = robotsBody(input, limits.maxRobotsBytes);
    const page = hasPage ? { headers, tdmrep } : undefined;
    // Lists the members individually, because a spread would take longer than deciding about one URL.
    const named: Named = { dialect, crawlers, maxCandidates, usage, use, purposeTokens, urls, robots, page };
    return named;
  },
  cost: decisionCost,
  load: loadFor,
  *run(asked) {
    for (const answers of byUrl(asked)) yield* answers;
  },
  byUrl,
  note: ({ urls }) => hostsNote(urls),
  words: decisionWords,
};

function* byUrl(asked: EvaluateAsked): Generator<readonly (DecisionAnswer | Failure)[]> {
  const decide = decider(asked);
  for (const url of asked.urls) yield decide(url);
}

/** The part of the input that is common to all URLs. */
export function questionOf(
  input: Omit<DecisionInput, 'urls'> & { readonly evidence?: boolean | undefined },
  { registry, limits }: Pick<Call, 'registry' | 'limits'>,
): DecisionQuestion {
  const { dialect = 'rfc9309', usage, use, purposeTokens, maxCandidates = DEFAULT_CANDIDATES } = input;
  const crawlers = crawlersOf(input, registryFor(registry, purposeTokens), limits.maxCrawlers);
  return { dialect, crawlers, maxCandidates, usage, use, purposeTokens, isExplained: input.evidence };
}

/** The part of a decision's basis that comes from the query. */
export type DecisionQuestion = Omit<DecisionBasis, keyof RecordFacts | 'robots' | 'page'>;

type Named = Complete<Omit<EvaluateAsked, keyof RecordFacts | 'isExplained'>>;

/** The members that only a fetched file has. */
type RecordFacts = Pick<DecisionBasis, 'fetched' | 'evidence'>;

/** Loads the modules that this kind of decision needs. */
export async function loadFor({ dialect, usage, use }: DecisionBasis): Promise<void> {
  if (dialect !== 'rfc9309') await loadDialects();
  if (usage || use !== undefined) await loadUsage();
}
