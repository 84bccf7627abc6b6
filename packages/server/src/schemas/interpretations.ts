/** How the dialects read a file, side by side. */
import { z } from '@hono/zod-openapi';
import { failure, verdict } from './answers.ts';

const interpretation = z
  .object({
    dialect: z.string(),
    verdict: z.union([
      verdict,
      z.object({ error: z.string() }).openapi({ description: 'The original fails, and gives no answer.' }),
    ]),
    differsBecause: z
      .object({
        axis: z.string(),
        fact: z.string().optional(),
        line: z.int().min(1).optional(),
        sentence: z.string(),
      })
      .optional()
      .openapi({ description: 'Only where it answers differently from RFC 9309.' }),
  })
  .openapi('Interpretation');

/** The answer to a request for interpretations. */
export const interpretationsAnswer = z
  .object({
    results: z
      .array(
        z.union([
          z
            .object({ url: z.string(), agent: z.array(z.string()), interpretations: z.array(interpretation) })
            .openapi('Interpretations'),
          failure,
        ]),
      )
      .openapi({ description: 'For each URL in order: one for each crawler in order, or one failure.' }),
  })
  .openapi('InterpretationsAnswer');
