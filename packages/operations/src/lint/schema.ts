import { lintProfiles } from 'robots-exclusion/lint';
import * as z from 'zod';
import type { OperationLimits } from '../limits.ts';
import { hasOneBody, ONE_BODY } from '../shared/one-body.ts';
import type { Output } from '../shared/same.ts';
import { fileEvidence, place, questionParts, siteText, span, unknownCrawlers } from '../shared/schemas.ts';

const profileNames = lintProfiles.map(({ name }) => name) as [string, ...string[]];

export function lintInput(limits: OperationLimits) {
  const { robots, robotsBase64, agents, purposeTokens } = questionParts(limits);
  return z
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
          description: 'Severities of individual rules, by rule code.',
          examples: [{ 'named-group-hides-star': 'off' }],
        }),
      robotsUrl: z
        .url()
        .max(limits.maxUrlLength)
        .optional()
        .describe('The URL at which the file is served. Findings about hosts need it.'),
      agents: agents.describe('Crawlers to name as examples in messages.'),
      purposeTokens,
      maxFindings: z
        .int()
        .min(1)
        .max(limits.maxFindings)
        .optional()
        .describe(`Maximum number of findings to list. Default: ${limits.maxFindings}.`),
    })
    .check(hasOneBody)
    .meta({ id: 'LintRequest', ...ONE_BODY });
}

const edit = z
  .object({
    span,
    replacement: siteText().exactOptional(),
    replacementBase64: z.string().exactOptional(),
  })
  .meta({
    id: 'Edit',
    description: 'Replaces the octets of the span with text, or with exact octets in Base64.',
  });

const fix = z.object({
  title: siteText('What the fix does.'),
  changesVerdicts: z
    .boolean()
    .describe(
      'False only if it is proven that no verdict changes under RFC 9309, for Google, or in the profile’s dialect.',
    ),
  effect: siteText()
    .exactOptional()
    .meta({
      description: 'What the fix changes, and for whom.',
      examples: ['Google: FooBot may fetch /a'],
    }),
  onlyByRule: z
    .literal(true)
    .exactOptional()
    .describe('The fix is made only if its rule is named: it closes a site, or changes what it should not.'),
  edits: z.array(edit),
});

export const finding = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    message: siteText('What was found and what it means, with a quotation from the file.'),
    ...place.shape,
    span,
    fixes: z.array(fix).exactOptional(),
    documentation: z.string().describe('The section of the documentation that describes the rule.'),
  })
  .meta({ id: 'Finding' });

/** The output of `lint`. */
export const lintAnswer = z
  .object({
    findings: z.array(finding).describe('The findings, in the order of the file.'),
    findingsOmitted: z.int().min(1).exactOptional().describe('Number of findings not listed.'),
    isTruncated: z
      .literal(true)
      .exactOptional()
      .describe('The file is longer than crawlers are required to read (RFC 9309 §2.5).'),
    unknownCrawlers,
    evidence: fileEvidence.exactOptional(),
  })
  .meta({ id: 'LintAnswer' });

export type LintInput = Output<ReturnType<typeof lintInput>>;

/** Replaces the octets of a span. */
export type FindingEdit = Output<typeof edit>;

export type FindingFix = Output<typeof fix>;

/** A problem or a note about a file. Its message quotes the file. */
export type Finding = Output<typeof finding>;

/** The findings for one file, in file order. */
export type LintAnswer = Output<typeof lintAnswer>;
