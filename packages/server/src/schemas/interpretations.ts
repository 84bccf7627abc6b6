/** How the dialects read a file, side by side. */

import { failure, hostsNoteOfAnswer, verdict } from '@robots-exclusion/operations/schemas';
import * as z from 'zod';

const interpretation = z
  .object({
    dialect: z.string(),
    verdict: z.union([
      verdict,
      z.object({ error: z.string() }).meta({ description: 'The original fails, and gives no answer.' }),
    ]),
    differsBecause: z
      .object({
        facts: z.array(z.object({ axis: z.string(), fact: z.string(), sentence: z.string() })).openapi({
          description:
            "The fewest facts that, changed together in RFC 9309's reading, give this answer. Empty where no set of at most three was found.",
        }),
        line: z.int().min(1).optional(),
        sentence: z.string(),
      })
      .optional()
      .meta({ description: 'Only where it answers differently from RFC 9309.' }),
  })
  .meta({ id: 'Interpretation' });

/** The answer to a request for interpretations. */
export const interpretationsAnswer = z
  .object({
    results: z
      .array(
        z.union([
          z
            .object({ url: z.string(), agent: z.array(z.string()), interpretations: z.array(interpretation) })
            .meta({ id: 'Interpretations' }),
          failure,
        ]),
      )
      .meta({ description: 'For each URL in order: one for each crawler in order, or one failure.' }),
    note: hostsNoteOfAnswer,
  })
  .meta({ id: 'InterpretationsAnswer' });
