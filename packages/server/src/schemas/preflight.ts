/** What a preflight says. */

import { verdict } from '@robots-exclusion/operations/schemas';
import * as z from 'zod';
import { refusal } from './outcomes.ts';

const time = z.number().meta({ description: 'Epoch milliseconds.' });

const probe = z
  .object({
    shape: z.string().meta({
      description:
        'What the answer is: served, refused, payment-required, bot-challenge, …; not-asked where rules forbid it.',
    }),
    userAgent: z.string(),
    finalUrl: z.string(),
    status: z.int().optional(),
    evidence: z.array(z.object({ kind: z.string(), name: z.string(), text: z.string() })),
    usageHeaders: z.record(z.string(), z.string()).meta({
      description:
        'Fields of the answer that state how the page may be used: content-usage, content-signal, x-robots-tag, tdm-reservation, tdm-policy, and link where it names a license.',
    }),
  })
  .meta({ id: 'PreflightProbe' });

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
        refusal: refusal.optional(),
        policyRow: z.string(),
      })
      .meta({ description: 'The decision of robots.txt for the crawler.' }),
    asCrawler: probe,
    asClient: probe,
    states: z
      .array(
        z.object({
          what: z.string().meta({ description: 'Such as `noindex`, `train-ai=n`, `empty page`.' }),
          where: z.string().meta({ description: 'Such as `header`, `Content-Usage, line 4`.' }),
          isRestrictive: z.boolean(),
          text: z.string().optional().meta({ description: 'The statement as written.' }),
        }),
      )
      .meta({ description: 'What the page and its site state about uses, restrictions first.' }),
    usage: z.looseObject({}).optional().meta({ description: 'The same by use and in full.' }),
    sources: z
      .array(
        z.object({
          name: z.enum(['robots.txt', 'page', 'tdmrep.json', 'ai.txt']),
          url: z.string(),
          status: z.enum(['read', 'absent', 'not-asked', 'unknown']),
          note: z.string().optional(),
        }),
      )
      .meta({ description: 'Where statements were looked for; `unknown` is not silence.' }),
    requests: z.int().meta({ description: 'Requests for the page, redirects included.' }),
  })
  .meta({ id: 'PreflightAnswer' });
