/** The output of a query for a site's robots.txt. */
import * as z from 'zod';
import { outcomes, refusal } from '../shared/outcomes.ts';
import type { Output } from '../shared/same.ts';
import { attempt, fileNotes, time } from '../shared/schemas.ts';

/** A record. A file in UTF-8 is included as text, in the form that an input accepts. */
export const recordAnswer = z
  .object({
    url: z.string().describe('The URL as requested.'),
    origin: z.string().exactOptional(),
    outcome: z.enum(outcomes).describe('The outcome of fetching robots.txt.'),
    policyRow: z.string().describe('The row of the outcome table that determined the decision.'),
    robotsUrl: z.string().exactOptional(),
    refusal: refusal.exactOptional(),
    fetchedAt: time.exactOptional(),
    expiresAt: time.exactOptional(),
    retryAt: time.exactOptional(),
    isTruncated: z.literal(true).exactOptional().describe('Only the beginning of the file was read.'),
    notRobotsTxt: fileNotes.notRobotsTxt,
    robots: z.string().exactOptional().describe('The file, if it is valid UTF-8.'),
    robotsBase64: z.string().exactOptional().describe('The file in Base64, if it is not valid UTF-8.'),
    evidence: attempt.exactOptional().describe('How robots.txt was obtained.'),
  })
  .meta({ id: 'RobotsRecord' });

/** A record of a site's robots.txt. */
export type RecordAnswer = Output<typeof recordAnswer>;
