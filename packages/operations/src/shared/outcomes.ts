/** Schemas for the outcome of fetching a robots.txt, and for what our own policy did not fetch. */
import type { Outcome } from '@robots-exclusion/client';
import * as z from 'zod';
import { siteText } from './schemas.ts';

/** Every outcome of fetching. */
export const outcomes = [
  'rules',
  'no-rules',
  'unreachable',
  'stale-rules',
  'not-cached',
  'unsupported',
  'refused',
] as const satisfies readonly Outcome[];

/** What our own policy does not fetch. */
export const refusal = z
  .object({
    by: z
      .enum(['address-policy', 'transports'])
      .describe('`transports`: robots.txt redirects to a scheme that no transport here supports.'),
    origin: siteText(
      'The refused origin. With `address-policy`, `--also-fetch` allows it; with `transports`, nothing does.',
    ),
    message: siteText(),
  })
  .meta({
    id: 'Refusal',
    description: 'With `refused`: nothing is fetched from there until it is allowed.',
  });
