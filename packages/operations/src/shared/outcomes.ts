/** Schemas for the outcome of fetching a robots.txt, and for refusals by this program's own policy. */
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

/** A refusal by this program's own policy, with the refused origin. */
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
