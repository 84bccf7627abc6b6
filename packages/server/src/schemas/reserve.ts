/** The input and output of a reservation. */
import type { OperationLimits } from '@robots-exclusion/operations';
import { checkInput, decisionOrFailure, time } from '@robots-exclusion/operations/schemas';
import * as z from 'zod';

/**
 * The default and the greatest value of `maxWaitMs`, the limit on the wait until a reserved instant. The default equals
 * the time for which `fetch` waits for a response header.
 */
const DEFAULT_WAIT_MS = 300_000;
const GREATEST_WAIT_MS = 86_400_000;

export function reserveRequest(limits: OperationLimits) {
  const { urls, agents, literal, use } = checkInput(limits).shape;
  return z
    .strictObject({
      url: urls.element.meta({ examples: ['https://example.com/page'] }),
      agent: agents.unwrap().element,
      literal,
      use,
      maxWaitMs: z
        .number()
        .min(0)
        .max(GREATEST_WAIT_MS)
        .default(DEFAULT_WAIT_MS)
        .describe('An instant further ahead is not reserved. Default: 300000 (five minutes).'),
    })
    .meta({ id: 'ReserveRequest' });
}

export const reserveAnswer = z
  .object({
    decision: decisionOrFailure.describe('As returned by `/v1/check`.'),
    reservation: z
      .object({
        at: time.describe('When to send the request, by the clock of the service.'),
        waitMs: z.number().describe('The same instant, in milliseconds from this response.'),
        delayMs: z.number().describe('The delay between this instant and the next.'),
      })
      .optional()
      .describe('The reserved instant. Absent if the page must not be fetched now.'),
    retryAt: time
      .optional()
      .describe(
        'When to try again. Present if the next instant is further ahead than `maxWaitMs` and was not reserved.',
      ),
  })
  .meta({ id: 'ReserveAnswer' });
