/** What fetching a robots.txt gave, and what this service refused to fetch. */
import { z } from '@hono/zod-openapi';
import type { Outcome } from '@robots-exclusion/client';

export const outcomes = [
  'rules',
  'no-rules',
  'unreachable',
  'stale-rules',
  'not-cached',
  'unsupported',
  'refused',
] as const satisfies readonly Outcome[];

/** With the outcome `refused`. */
export const refusal = z
  .object({
    by: z.enum(['address-policy', 'transports']).openapi({
      description: '`transports`: robots.txt redirects to a scheme that nothing here fetches from.',
    }),
    origin: z.string().openapi({
      description:
        'What is refused. With `address-policy`, the origin to let through with `--also-fetch`; with `transports` nothing lets it through.',
    }),
    message: z.string(),
  })
  .openapi('Refusal', {
    description: 'With `refused`: the service does not fetch from there, now or later.',
  });
