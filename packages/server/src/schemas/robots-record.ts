/** What is known of a site's robots.txt, with the evidence. */
import { z } from '@hono/zod-openapi';
import { outcomes, refusal } from './outcomes.ts';

const time = z.number().openapi({ description: 'Epoch milliseconds.' });
const fields = z.record(z.string(), z.string());

const hop = z
  .object({
    url: z.string(),
    at: time,
    durationMs: z.number(),
    status: z.int().optional(),
    location: z.string().optional(),
    signatureAgent: z.string().optional(),
  })
  .openapi('Hop');

const evidence = z
  .object({
    wasKept: z.boolean().openapi({ description: 'The record was there before this request.' }),
    startedAt: time,
    endedAt: time,
    hops: z.array(hop),
    status: z.int().optional(),
    headers: fields,
    isRenewal: z.boolean().openapi({ description: 'The last attempt was answered 304.' }),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    failures: z.object({ count: z.int(), since: time }).optional(),
    copy: z
      .object({
        finalUrl: z.string(),
        status: z.int(),
        fetchedAt: time,
        validatedAt: time,
        headers: fields,
        digest: z.string().openapi({ description: 'SHA-256 of the body, hexadecimal.' }),
        bytes: z.int(),
      })
      .optional(),
  })
  .openapi('Evidence');

/** A record. Its body is text where the octets are UTF-8, as it can be handed to `/v1/evaluate`. */
export const robotsRecord = z
  .object({
    url: z.string(),
    origin: z.string().optional(),
    robotsUrl: z.string().optional(),
    outcome: z.enum(outcomes),
    refusal: refusal.optional(),
    policyRow: z.string(),
    fetchedAt: time.optional(),
    expiresAt: time.optional(),
    retryAt: time.optional(),
    robots: z.string().optional().openapi({ description: 'The body, where its octets are UTF-8.' }),
    robotsBase64: z.string().optional().openapi({ description: 'The body, where they are not.' }),
    isTruncated: z.boolean().optional(),
    evidence: evidence.optional(),
  })
  .openapi('RobotsRecord');
