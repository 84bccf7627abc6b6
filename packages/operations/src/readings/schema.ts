import * as z from 'zod';
import type { OperationLimits } from '../limits.ts';
import { hasOneBody, ONE_BODY } from '../shared/one-body.ts';
import { isWithin } from '../shared/questions.ts';
import type { Output } from '../shared/same.ts';
import {
  crawler,
  failure,
  fileEvidence,
  hostsNoteOfAnswer,
  questionParts,
  verdict,
} from '../shared/schemas.ts';

/** Limit on URLs, because every dialect reads the file for each URL. */
const MAX_URLS = 100;

export function readingsInput(limits: OperationLimits) {
  const { robots, robotsBase64, url, agents, dialects, maxCandidates } = questionParts(limits);
  return z
    .strictObject({
      robots,
      robotsBase64,
      urls: z
        .array(url)
        .min(1)
        .max(Math.min(MAX_URLS, limits.maxUrls))
        .meta({
          description: 'Absolute URLs, or paths that begin with a slash.',
          examples: [['/private/']],
        }),
      agents,
      dialects,
      maxCandidates,
    })
    .check(isWithin(limits))
    .check(hasOneBody)
    .meta({ id: 'ReadingsRequest', ...ONE_BODY });
}

const difference = z
  .object({
    facts: z
      .array(z.object({ axis: z.string(), fact: z.string(), sentence: z.string() }))
      .describe(
        'The smallest set of dialect features that leads from RFC 9309’s verdict to this one. Empty if no set of at most three features was found.',
      ),
    line: z.int().min(1).exactOptional(),
    sentence: z.string(),
  })
  .describe('Present only if the verdict differs from that of RFC 9309.');

const reading = z
  .object({
    dialect: z.string(),
    verdict: z.union([
      verdict,
      z.object({ error: z.string() }).describe('The original program fails and returns no verdict.'),
    ]),
    differsBecause: difference.exactOptional(),
  })
  .meta({ id: 'Reading' });

const readingsOfUrl = z
  .object({
    url: z.string(),
    crawler,
    isTruncated: z
      .literal(true)
      .exactOptional()
      .describe('The file exceeds the size limit, and the rest was not read (RFC 9309 §2.5).'),
    readings: z
      .array(reading)
      .describe('One reading for each dialect, in the order of the requested dialects, or of all dialects.'),
    evidence: fileEvidence.exactOptional(),
  })
  .meta({ id: 'Readings' });

/** The output of `readings`. */
export const readingsAnswer = z
  .object({
    results: z
      .array(z.union([readingsOfUrl, failure]))
      .describe(
        'Results in the order of the URLs. Each URL has one result per crawler, in the order of the crawlers, or one failure.',
      ),
    note: hostsNoteOfAnswer,
  })
  .meta({ id: 'ReadingsAnswer' });

export type ReadingsInput = Output<ReturnType<typeof readingsInput>>;

/** The reading of one dialect. */
export type ReadingAnswer = Output<typeof reading>;

/** Why a dialect's verdict differs from the verdict of RFC 9309. */
export type DifferenceAnswer = Output<typeof difference>;

/** How each dialect reads the file for one URL and one crawler. */
export type ReadingsAnswer = Output<typeof readingsOfUrl>;
