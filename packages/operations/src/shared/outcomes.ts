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
      .describe(
        '`transports` means that robots.txt redirects to a scheme that no available transport supports.',
      ),
    origin: siteText(
      'The refused origin. If `by` is `address-policy`, `--also-fetch` can allow it. If `by` is `transports`, no option can.',
    ),
    message: siteText(),
  })
  .meta({
    id: 'Refusal',
    description:
      'Present if the outcome is `refused`. Nothing is fetched from the origin until it is allowed.',
  });
