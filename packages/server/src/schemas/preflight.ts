/** What a preflight says. */
import { z } from '@hono/zod-openapi';
import { verdict } from './answers.ts';

const time = z.number().openapi({ description: 'Epoch milliseconds.' });

const probe = z
  .object({
    shape: z.string().openapi({
      description:
        'What the answer is: served, refused, payment-required, bot-challenge, …; not-asked where rules forbid it.',
    }),
    userAgent: z.string(),
    finalUrl: z.string(),
    status: z.int().optional(),
    evidence: z.array(z.object({ kind: z.string(), name: z.string(), text: z.string() })),
    usageHeaders: z.record(z.string(), z.string()).openapi({
      description:
        'Fields of the answer that state how the page may be used: content-usage, x-robots-tag, tdm-reservation, tdm-policy, and link where it names a license.',
    }),
  })
  .openapi('PreflightProbe');

/** The answer to a preflight request. */
export const preflightAnswer = z
  .object({
    url: z.string(),
    as: z.string(),
    outcome: z.string(),
    policy: z
      .object({
        url: z.string(),
        allowed: z.boolean(),
        action: z.enum(['fetch', 'skip', 'defer']),
        outcome: z.string(),
        verdict: verdict.omit({ candidates: true }).optional(),
        robotsUrl: z.string().optional(),
        fetchedAt: time.optional(),
        expiresAt: time.optional(),
        retryAt: time.optional(),
        policyRow: z.string(),
      })
      .openapi({ description: 'The decision of robots.txt for the crawler.' }),
    asCrawler: probe,
    asClient: probe,
    requests: z.int().openapi({ description: 'Requests for the page, redirects included.' }),
  })
  .openapi('PreflightAnswer');
