/** Derives the limits on one query from the limits of the service. */
import { greatestLimits, type OperationLimits } from '@robots-exclusion/operations';
import type { ServiceLimits } from './limits.ts';

export function operationLimits(limits: ServiceLimits): OperationLimits {
  const { maxUrls, maxAgents, maxQuestions, maxUrlBytes, maxRobotsBytes } = limits;
  const own = { maxUrls, maxCrawlers: maxAgents, maxQuestions, maxUrlLength: maxUrlBytes, maxRobotsBytes };
  return { ...greatestLimits, ...own };
}
