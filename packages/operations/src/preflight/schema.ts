import * as z from 'zod';
import type { OperationLimits } from '../limits.ts';
import { outcomes, refusal } from '../shared/outcomes.ts';
import type { Output } from '../shared/same.ts';
import { crawler, questionParts, siteText, time, usage, verdict } from '../shared/schemas.ts';

export function preflightInput(limits: OperationLimits) {
  const { url, agent, literal } = questionParts(limits);
  return z
    .strictObject({
      url: url.meta({
        format: 'uri',
        description: 'An http or https URL.',
        examples: ['https://example.com/'],
      }),
      agent,
      // These inputs have no `dialect`, which would imply it.
      literal: literal.describe('Treat names as plain product tokens and ignore the crawler registry.'),
    })
    .meta({ id: 'PreflightRequest' });
}

const SHAPES = [
  'served',
  'refused',
  'payment-required',
  'licence-required',
  'bot-challenge',
  'login-required',
  'rate-limited',
  'not-found',
  'legal-refusal',
  'server-error',
  'redirect-unfollowed',
  'no-answer',
  'not-asked',
] as const;

const OUTCOMES = [
  'open',
  'refused-by-name',
  'refused-to-all',
  'disallowed',
  'undetermined',
  'address-refused',
  'redirected-to-disallowed',
  'payment-required',
  'licence-required',
  'bot-challenge',
  'login-required',
  'rate-limited',
  'not-found',
  'legal-refusal',
  'server-error',
  'redirect-unfollowed',
  'no-answer',
] as const;

const KINDS = ['status', 'header', 'title', 'body', 'url', 'error', 'policy'] as const;

const probe = z
  .object({
    shape: z
      .enum(SHAPES)
      .describe('The kind of response, or `not-asked` if robots.txt disallows the request.'),
    userAgent: z.string(),
    finalUrl: siteText('The URL after all redirects.'),
    status: z.int().exactOptional(),
    evidence: z.array(z.object({ kind: z.enum(KINDS), name: siteText(), text: siteText() })),
    usageHeaders: z
      .record(z.string(), z.union([siteText(), z.array(siteText())]))
      .describe(
        'Response header fields that state how the page may be used. A field with several lines is a list.',
      ),
  })
  .meta({ id: 'PreflightProbe' });

const decision = z
  .object({
    allowed: z.boolean(),
    action: z.enum(['fetch', 'skip', 'defer']),
    outcome: z.enum(outcomes),
    policyRow: z.string(),
    robotsUrl: z.string().exactOptional(),
    refusal: refusal.exactOptional(),
    retryAt: time.exactOptional(),
    crawlDelaySeconds: z.number().exactOptional(),
    verdict: verdict.omit({ candidates: true, candidatesOmitted: true }).exactOptional(),
  })
  .describe('The robots.txt decision for the crawler.');

/** The output of `preflight`. */
export const preflightAnswer = z
  .object({
    url: z.string().describe('The URL as requested.'),
    crawler,
    outcome: z.enum(OUTCOMES),
    checked: z.object({
      outcome: z.enum(['holds', 'fails', 'not-looked-at', 'not-applicable']),
      seen: siteText(),
    }),
    decision,
    asCrawler: probe,
    asClient: probe,
    states: z
      .array(
        z.object({
          what: siteText('What was found, such as `noindex`, `train-ai=n` or `empty page`.'),
          where: siteText('Where it was found, such as `header` or `Content-Usage, line 4`.'),
          isRestrictive: z.boolean(),
          text: siteText('The statement as written.').exactOptional(),
        }),
      )
      .describe('What the page and its site state about uses, with restrictions first.'),
    statesOmitted: z.int().min(1).exactOptional().describe('Number of statements not listed in `states`.'),
    usage: usage
      .omit({ preferences: true, findings: true })
      .exactOptional()
      .describe('The statements in full, with a conclusion for each use.'),
    sources: z
      .array(
        z.object({
          name: z.enum(['robots.txt', 'page', 'tdmrep.json', 'ai.txt']),
          url: siteText(),
          status: z.enum(['read', 'in-part', 'absent', 'not-asked', 'unknown']),
          note: siteText().exactOptional(),
        }),
      )
      .describe(
        'The places where statements may be found, and whether each was read. `unknown` does not mean that a place has no statements.',
      ),
    requests: z.int().min(0).describe('Number of requests for the page, including redirects.'),
    evidence: z
      .object({ fetchedAt: time.exactOptional(), expiresAt: time.exactOptional() })
      .exactOptional()
      .describe('When robots.txt was fetched, and when it expires.'),
  })
  .meta({ id: 'PreflightAnswer' });

export type PreflightInput = Output<ReturnType<typeof preflightInput>>;

/** A decision about the page, without the list of candidate rules. */
export type PreflightDecision = Output<typeof decision>;

/** The responses that a crawler would actually get for a page. */
export type PreflightAnswer = Output<typeof preflightAnswer>;
