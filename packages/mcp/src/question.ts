/** What calls say of crawlers, dialects and uses, as the operations take it. */
import { greatestLimits, type OperationLimits } from '@robots-exclusion/operations';
import { type DecisionInput, type DecisionQuestion, questionOf } from '@robots-exclusion/operations/evaluate';
import { questionParts } from '@robots-exclusion/operations/schemas';
import type { Call } from './services.ts';

const { agent, literal, dialect, use, usage, maxCandidates, url } = questionParts(greatestLimits);

/** How a call names its crawler. */
export const crawlerInput = {
  crawler: agent.describe(
    'Who would fetch: a product token such as "GPTBot", a list of tokens of one crawler, or a User-Agent header. "*" is a crawler that no group names. "registry:PURPOSE", such as "registry:training", is every known crawler of that purpose.',
  ),
  literal,
};

/** What is asked of each URL. */
export const questionInput = { ...crawlerInput, dialect, use, usage, maxCandidates };

export const urlInput = url.max(8192);

/** Members of {@link questionInput}. */
interface Given extends Omit<DecisionInput, 'urls' | 'agents'> {
  crawler: string | readonly string[];
}

/** The question that a call asks of each URL. */
export function askedBy(
  { crawler, ...given }: Given,
  { services }: Pick<Call, 'services'>,
): DecisionQuestion {
  const limits = operationLimits(services);
  return questionOf({ ...given, agents: [crawler] }, { limits, registry: services.registry });
}

/** Bounds of one question. */
export function operationLimits({ limits }: Call['services']): OperationLimits {
  const { maxUrls, maxRobotsBytes } = limits;
  return { ...greatestLimits, maxUrls, maxRobotsBytes, maxCrawlers: MAX_CRAWLERS };
}

/** A purpose stands for some dozens. */
const MAX_CRAWLERS = 500;
