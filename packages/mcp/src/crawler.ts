/** The crawler that a call is about. */
import type { CheckOptions } from '@robots-exclusion/client';
import { OperationError } from '@robots-exclusion/operations';
import { agentError } from '@robots-exclusion/operations/schemas';
import { requireKnown } from '@robots-exclusion/operations/shared';
import type { RobotsDocument } from 'robots-exclusion';
import {
  type AgentIndex,
  crawlerNote,
  hasTokens,
  type ResolvedCrawler,
  resolveCrawler,
} from 'robots-exclusion/agents';
import { z } from 'zod';
import { ToolError } from './tool-error.ts';

const token = z.string().min(1).max(1000);

/** How a call names it. */
export const crawlerInput = {
  crawler: z
    .union([token, z.array(token).min(1).max(20)], { error: agentError })
    .describe(
      'Who would fetch: a product token such as "GPTBot", a list of tokens of one crawler, or a User-Agent header. "*" is a crawler that no group names.',
    ),
  literal: z
    .boolean()
    .optional()
    .describe('Take the product token as written, whatever is known of the crawler.'),
};

/** @throws {ToolError} If it names no crawler. */
export function crawlerOf(
  name: string | readonly string[],
  literal: boolean | undefined,
  registry: AgentIndex | undefined,
): ResolvedCrawler {
  const crawler = resolveCrawler(name, { literal: literal ?? false }, registry);
  if (!hasTokens(crawler))
    throw new ToolError('crawler names no product token: expected a token such as "FooBot"');
  try {
    requireKnown(crawler, 'crawler', registry);
  } catch (error) {
    throw error instanceof OperationError ? new ToolError(error.message) : error;
  }
  return crawler;
}

/** The client resolves no names: it is handed tokens, or the profile that a name stands for. */
export function addressed({ tokens, known, isLiteral }: ResolvedCrawler): CheckOptions {
  return known === undefined || isLiteral ? { productTokens: tokens } : { profile: known };
}

/** What of an answer rests on the registry. */
export const noteSchema = z
  .object({
    token: z.string(),
    followsGroup: z.string().optional(),
    exemptFromStar: z.literal(true).optional(),
    literal: z.literal(true).optional(),
    note: z.string(),
    source: z.string(),
  })
  .describe('No group names the crawler, and its operator documents what it does then');

/** Undefined where RFC 9309 alone gives the same answer. */
export function noteOn(document: RobotsDocument | undefined, crawler: ResolvedCrawler) {
  const note = document && crawlerNote(document, crawler);
  return note === undefined ? {} : { crawlerNote: note };
}
