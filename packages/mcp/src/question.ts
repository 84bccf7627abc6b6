/** The members of calls that concern crawlers, dialects and uses, as the operations define them. */
import { greatestLimits, type OperationLimits } from '@robots-exclusion/operations';
import { type DecisionInput, type DecisionQuestion, questionOf } from '@robots-exclusion/operations/evaluate';
import { MAX_CRAWLERS } from '@robots-exclusion/operations/limits';
import { agentError, evaluateMembers, questionParts } from '@robots-exclusion/operations/schemas';
import { crawlersOf, type PageStatements } from '@robots-exclusion/operations/shared';
import type { ResolvedCrawler } from 'robots-exclusion/agents';
import * as z from 'zod';
import type { Call } from './services.ts';

const MAX_URL_CHARACTERS = 8192;

const {
  dialect,
  use,
  url: urlInput,
  ...parts
} = questionParts({ ...greatestLimits, maxUrlLength: MAX_URL_CHARACTERS });
const usage = parts.usage.describe('Adds all statements about use');

export const purposeTokens = parts.purposeTokens.describe('More names that govern use');

export const maxCandidates = parts.maxCandidates.describe('Matching rules to list. Default: 20.');

export const literal = parts.literal.describe('Treat names as plain tokens');

/** The schema of one crawler, without the description that each tool adds. */
export const agent = z.union(parts.agent.options, { error: agentError });

/** The member of a call that names its crawler. */
export const crawlerInput = {
  crawler: agent.describe(
    'A product token (GPTBot), a list for one crawler, or a User-Agent header; *: any that no group names; registry:training: all with that purpose.',
  ),
  literal,
};

const named = dialect.describe('Default: rfc9309');

/** The members of a call that apply to all of its URLs. */
export const questionInput = {
  ...crawlerInput,
  dialect: named,
  use: use.describe('Pages disallowed for this use are skipped'),
  usage,
  purposeTokens,
  maxCandidates,
};

const page = evaluateMembers(greatestLimits);

/** The members that describe a page. Like robots.txt, they can restrict how the page may be used. */
export const pageInput = {
  headers: page.headers.describe('Response header fields of the page'),
  tdmrep: page.tdmrep.describe('Its /.well-known/tdmrep.json'),
};

export { urlInput };

/** Members of {@link questionInput} and {@link pageInput}. */
interface Given extends Omit<DecisionInput, 'urls' | 'agents'> {
  crawler: string | readonly string[];
  headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  tdmrep?: string | undefined;
}

/** The input of the operation for a call. */
export function askedBy(
  { crawler, headers, tdmrep, ...given }: Given,
  { services }: Pick<Call, 'services'>,
): DecisionQuestion & { readonly page?: PageStatements } {
  const limits = operationLimits(services);
  const hasPage = headers !== undefined || tdmrep !== undefined;
  return {
    ...questionOf({ ...given, agents: [crawler] }, { limits, registry: services.registry }),
    ...(hasPage && { page: { headers, tdmrep } }),
  };
}

/** The crawler of a call. @throws {OperationError} If the call does not name exactly one crawler. */
export function oneCrawlerOf(
  crawler: Given['crawler'],
  literal: boolean | undefined,
  { services }: Pick<Call, 'services'>,
): ResolvedCrawler {
  return crawlersOf({ agents: [crawler], literal }, services.registry, 1)[0] as ResolvedCrawler;
}

/** Limits on lists in an answer, because a model has to read them. */
export const listLimits: OperationLimits = { ...greatestLimits, maxFindings: 100, maxRegions: 50 };

export function operationLimits({ limits }: Call['services']): OperationLimits {
  const { maxUrls, maxRobotsBytes } = limits;
  return { ...listLimits, maxUrls, maxRobotsBytes, maxCrawlers: MAX_CRAWLERS };
}
