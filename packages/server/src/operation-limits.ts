/** Bounds of one question, from the bounds of the service. */
import type { OperationLimits } from '@robots-exclusion/operations';
import type { ServiceLimits } from './limits.ts';

export function operationLimits(limits: ServiceLimits): OperationLimits {
  const { maxUrls, maxAgents, maxQuestions, maxUrlBytes, maxRobotsBytes } = limits;
  return { maxUrls, maxCrawlers: maxAgents, maxQuestions, maxUrlLength: maxUrlBytes, maxRobotsBytes };
}
