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
    by: z.literal('address-policy'),
    origin: z.string().openapi({ description: 'The origin to let through with `--also-fetch`.' }),
    message: z.string(),
  })
  .openapi('Refusal', {
    description: 'With `refused`: the service does not fetch from that address, now or later.',
  });
