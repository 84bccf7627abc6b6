/** Reads the crawler of an input that accepts exactly one. */

import type { AgentIndex, ResolvedCrawler } from 'robots-exclusion/agents';
import { OperationError } from '../errors.ts';
import { type Agent, crawlersOf } from './crawlers.ts';

/**
 * @throws {OperationError} If the name has no product token, or stands for several crawlers. The path of the error is
 * `agent`.
 */
export function oneCrawler(
  { agent, literal }: { agent: Agent; literal?: boolean | undefined },
  registry: AgentIndex | undefined,
): ResolvedCrawler {
  try {
    return crawlersOf({ agents: [agent], literal }, registry, 1)[0]!;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    throw new OperationError(error.code, error.message, 'agent');
  }
}
