/** `POST /v1/evaluate`: answers cheap queries immediately, and all others in a worker. */
import type { z } from '@hono/zod-openapi';
import { resultsText } from '@robots-exclusion/operations/answer-text';
import { evaluate } from '@robots-exclusion/operations/evaluate';
import { operationLimits } from '../operation-limits.ts';
import type { RequestFacts } from '../request-facts.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import type { Services } from '../service-env.ts';

type EvaluateRequest = z.output<RequestSchemas['evaluate']>;

/** Answers one request with JSON text. */
export function evaluateAnswers({ limits, answerer, registry }: Services) {
  const bounds = { limits: operationLimits(limits), registry };
  return async (request: EvaluateRequest, facts: RequestFacts): Promise<string> => {
    const asked = evaluate.asked(request, bounds);
    const results = await answerer.answer(asked, facts);
    return resultsText(results, evaluate.note?.(asked));
  };
}
