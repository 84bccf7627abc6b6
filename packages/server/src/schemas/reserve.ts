/** The input and output of a reservation. */
import type { OperationLimits } from '@robots-exclusion/operations';
import { checkInput, decisionOrFailure } from '@robots-exclusion/operations/schemas';
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
        .describe('An instant further ahead is not taken. Default: 300000, five minutes.'),
    })
    .meta({ id: 'ReserveRequest' });
}

/** The response to a reservation. */
export const reserveAnswer = z
  .object({
    decision: decisionOrFailure.describe('As `/v1/check` gives it.'),
    reservation: z
      .object({
        at: z.iso.datetime().describe('When to send the request, by the clock of the service.'),
        waitMs: z.number().describe('The same, in milliseconds from this answer.'),
        delayMs: z.number().describe('How far the next instant lies behind it: the delay that is kept.'),
      })
      .optional()
      .describe('The instant that is yours. Absent where the page must not be fetched now.'),
    retryAt: z.iso
      .datetime()
      .optional()
      .describe('The next instant lies further ahead than `maxWaitMs`, and was not taken: ask again then.'),
  })
  .meta({ id: 'ReserveAnswer' });
