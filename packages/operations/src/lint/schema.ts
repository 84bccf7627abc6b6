/** Schemas for the input and the answer of `lint`. */
import { lintProfiles } from 'robots-exclusion/lint';
import * as z from 'zod';
import type { OperationLimits } from '../limits.ts';
import { hasOneBody, ONE_BODY } from '../shared/one-body.ts';
import type { Same } from '../shared/same.ts';
import { fileEvidence, place, questionParts, siteText, span, unknownCrawlers } from '../shared/schemas.ts';
import type { LintAnswer } from './answer.ts';
import type { Finding } from './finding.ts';
import type { LintInput } from './run.ts';

const profileNames = lintProfiles.map(({ name }) => name) as [string, ...string[]];

/** The input of `lint`. */
export function lintInput(limits: OperationLimits) {
  const { robots, robotsBase64, agents } = questionParts(limits);
  const schema = z
    .strictObject({
      robots,
      robotsBase64,
      profile: z
        .enum(profileNames)
        .optional()
        .describe('The profile that sets the severities. Default: rfc9309.'),
      rules: z
        .record(z.string(), z.enum(['error', 'warning', 'info', 'off']))
        .optional()
        .meta({
          description: 'Severities of single rules, by code.',
          examples: [{ 'named-group-hides-star': 'off' }],
        }),
      robotsUrl: z
        .url()
        .max(limits.maxUrlLength)
        .optional()
        .describe('Where the file is served; findings about hosts need it.'),
      agents: agents.describe('Crawlers to name as examples in messages.'),
      maxFindings: z
        .int()
        .min(1)
        .max(limits.maxFindings)
        .optional()
        .describe(`The most findings to list. Default: ${limits.maxFindings}.`),
    })
    .check(hasOneBody)
    .meta({ id: 'LintRequest', ...ONE_BODY });
  true satisfies Same<z.output<typeof schema>, LintInput>;
  return schema;
}

const edit = z
  .object({
    span,
    replacement: siteText().exactOptional(),
    replacementBase64: z.string().exactOptional(),
  })
  .meta({ id: 'Edit', description: 'Replaces the octets of the span, by text or by exact octets.' });

const fix = z.object({
  title: siteText('What it does.'),
  changesVerdicts: z
    .boolean()
    .describe(
      'False only if provably no verdict changes, neither by RFC 9309, nor for Google, nor in the profile’s dialect.',
    ),
  effect: siteText()
    .exactOptional()
    .meta({
      description: 'What it changes, for whom.',
      examples: ['Google: FooBot may fetch /a'],
    }),
  edits: z.array(edit),
});

/** One finding. */
export const finding = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    message: siteText('What was found and what it means. It quotes the file.'),
    ...place.shape,
    span,
    fixes: z.array(fix).exactOptional(),
    documentation: z.string().describe('The section of the documentation that describes the rule.'),
  })
  .meta({ id: 'Finding' });

/** The answer of `lint`. */
export const lintAnswer = z
  .object({
    findings: z.array(finding).describe('In file order.'),
    findingsOmitted: z.int().min(1).exactOptional().describe('Number of findings not listed.'),
    isTruncated: z.literal(true).exactOptional().describe('The file is longer than crawlers have to read.'),
    unknownCrawlers,
    evidence: fileEvidence.exactOptional(),
  })
  .meta({ id: 'LintAnswer' });

true satisfies Same<z.output<typeof finding>, Finding>;
true satisfies Same<z.output<typeof lintAnswer>, LintAnswer>;
