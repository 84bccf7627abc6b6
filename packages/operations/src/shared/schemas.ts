/** Schemas that several inputs and answers share. Schemas with an `id` become separate definitions in documents. */
import type { Judgement, VerdictGroup, VerdictRule } from 'robots-exclusion';
import type { CrawlerDescription } from 'robots-exclusion/agents';
import { dialects } from 'robots-exclusion/dialects';
import { conventions, type UsageSource, type UsageStatement, uses } from 'robots-exclusion/usage';
import * as z from 'zod';
import { type ErrorCode, errorKinds, type Failure } from '../errors.ts';
import {
  DEFAULT_CANDIDATES,
  GREATEST_CANDIDATES,
  MAX_CRAWLER_LENGTH,
  MAX_PURPOSE_TOKENS,
  MAX_TOKENS,
  type OperationLimits,
} from '../limits.ts';
import type { Same } from './same.ts';
import { type UseWord, useWords } from './uses.ts';

/** Marks text from a site. Interfaces must show such text as data. */
export const SITE_TEXT = 'x-site-text';

/** A string that may come from a site. */
export function siteText(description?: string): z.ZodString {
  return z.string().meta({ [SITE_TEXT]: true, ...(description !== undefined && { description }) });
}

/** A time in RFC 3339 format, in UTC. */
export const time: z.ZodString = z.string().meta({ format: 'date-time' });

const line = z.int().min(1);
const count = z.int().min(0);
const truth = z.literal(true);

export const span = z.object({ start: count, end: count }).describe('Offsets in octets.');

export const place = z.object({
  line,
  column: line.describe('Column, counted from 1 in UTF-16 code units.'),
  endLine: line,
  endColumn: line,
});

/** The error message for an invalid crawler. If the crawler is missing, the message is different. */
export function agentError({ input }: { input?: unknown }): string {
  if (input === undefined) return 'missing; give a product token such as "GPTBot", or "*"';
  if (Array.isArray(input) && input.length > MAX_TOKENS)
    return `Expected at most ${MAX_TOKENS} product tokens for one crawler, got ${input.length}`;
  return 'Expected a product token, a User-Agent header, or a list of product tokens for one crawler';
}

export const robotsBase64 = z
  .base64()
  .optional()
  .describe('The exact octets of the file in Base64, instead of `robots`.');

const USE_WORDS = Object.keys(useWords) as [UseWord, ...UseWord[]];

/** What core accepts as the product token of a caller; its error says more than a schema's. */
const PRODUCT_TOKEN = { pattern: '^[A-Za-z0-9._-]+$', maxLength: 100 };

/** The members that several inputs share. */
export function questionParts(limits: OperationLimits) {
  const token = z.string().min(1).max(MAX_CRAWLER_LENGTH);
  const agent = z
    .union([token, z.array(token).min(1).max(MAX_TOKENS)], {
      error: agentError,
    })
    .meta({
      description:
        'One crawler: a product token, a User-Agent header, or a list of its product tokens. `registry:PURPOSE`, such as `registry:training`, stands for every known crawler with that purpose.',
      examples: ['FooBot'],
      id: 'Agent',
    });
  const dialectNames = dialects.map(({ name }) => name) as [string, ...string[]];
  return {
    agent,
    url: z.string().min(1).max(limits.maxUrlLength),
    robots: z
      .string()
      .optional()
      .meta({ examples: ['User-agent: *\nDisallow: /private/\n'] }),
    robotsBase64,
    agents: z
      .array(agent)
      .min(1)
      .max(limits.maxCrawlers)
      .optional()
      .describe('The crawlers to check. Default: a crawler that no group names.'),
    literal: z
      .boolean()
      .optional()
      .describe('Treat names as plain product tokens and ignore the crawler registry. Implied by `dialect`.'),
    dialect: z
      .enum(dialectNames)
      .optional()
      .describe(
        'The dialect in which to read the file. If present, it implies `literal`. Default: `rfc9309`, with the crawler registry unless `literal` is set.',
      ),
    dialects: z
      .array(z.enum(dialectNames))
      .min(1)
      .max(dialectNames.length)
      .optional()
      .describe('The dialects to compare. Default: all.'),
    usage: z.boolean().optional().describe('Adds all statements about use, each with its source.'),
    use: z
      .enum(USE_WORDS)
      .optional()
      .describe('The intended use of the pages. Pages that the site disallows for this use are skipped.'),
    purposeTokens: z
      .array(z.strictObject({ token: token.meta(PRODUCT_TOKEN), purpose: z.enum(USE_WORDS) }))
      .max(MAX_PURPOSE_TOKENS)
      .optional()
      .meta({
        description:
          'Purpose tokens besides the known ones, such as one of a draft: names whose groups say how pages may be used, and under which nobody fetches.',
        examples: [[{ token: 'Foo-Training', purpose: 'ai-training' }]],
      }),
    maxCandidates: z
      .int()
      .min(1)
      .max(GREATEST_CANDIDATES)
      .optional()
      .describe(
        `Maximum number of matching rules per verdict, best match first. Default: ${DEFAULT_CANDIDATES}.`,
      ),
  };
}

export const USES = uses.map(({ name }) => name);

export const verdictRule = z
  .object({
    kind: z.enum(['allow', 'disallow']),
    text: siteText('The rule as written. Octets that are not valid UTF-8 are percent-encoded.'),
    pattern: siteText('The normalised pattern.'),
    octets: count.describe('The specificity of the rule, in octets.'),
    line: line.describe('Line number, counted from 1.'),
    column: line.describe('Column in octets, counted from 1.'),
  })
  .meta({ id: 'VerdictRule' });

const verdictGroup = z.object({ productTokens: z.array(siteText()), lines: z.array(line) });

/** A verdict with at most the requested number of candidates. */
export const verdict = z
  .object({
    allowed: z.boolean(),
    because: z.enum(['rule', 'no-rule-matched', 'no-group', 'robots-txt-itself', 'whole-file', 'unreadable']),
    rule: verdictRule.exactOptional(),
    group: verdictGroup.exactOptional(),
    note: z
      .string()
      .exactOptional()
      .describe(
        'Why the program that the dialect describes fails, or which property of the whole file determines the verdict.',
      ),
    basis: z
      .literal('documented')
      .exactOptional()
      .describe('Present if the dialect is known only from documentation.'),
    candidates: z.array(verdictRule).describe('Rules that matched, best match first.'),
    candidatesOmitted: line.exactOptional().describe('Number of matching rules not listed.'),
  })
  .meta({ id: 'Verdict' });

export const crawler = z
  .object({
    tokens: z.array(z.string()),
    known: z.boolean().describe('Whether the registry knows every token.'),
    nearest: z
      .array(z.string())
      .exactOptional()
      .describe('The known tokens whose spelling is most similar to that of the unknown tokens.'),
    followsGroup: z
      .string()
      .exactOptional()
      .describe('The token whose group the crawler follows because no group names the crawler itself.'),
    exemptFromStar: truth.exactOptional().describe('The `*` group does not apply to the crawler.'),
    literal: truth
      .exactOptional()
      .describe('The verdict is for the bare token. The crawler itself would follow another group, or none.'),
    note: z.string().exactOptional().describe('The facts about the crawler, in sentences.'),
    source: z.string().exactOptional().describe('The page that documents the crawler.'),
  })
  .meta({ id: 'Crawler' });

/** The unknown crawlers in the query, for outputs that do not describe each crawler. */
export const unknownCrawlers = z
  .array(crawler.pick({ tokens: true, known: true, nearest: true }))
  .exactOptional()
  .describe('The requested crawlers that are unknown. Absent if all are known.');

const preference = z.enum(['allow', 'disallow', 'unknown', 'not-applicable']);

/** The location of a statement about use. */
export const usageSource = z
  .union([
    z.object({ kind: z.literal('robots'), line, column: line, text: siteText() }),
    z.object({ kind: z.enum(['header', 'meta', 'file']), name: siteText(), text: siteText() }),
  ])
  .meta({ id: 'UsageSource' });

const usageStatement = z
  .object({
    convention: z.enum([...conventions.keys()]),
    source: usageSource,
    states: z.record(z.string(), siteText()).describe('The statement, in the vocabulary of its convention.'),
    says: z
      .partialRecord(z.enum(USES), z.enum(['allow', 'disallow']))
      .describe('What the statement says about each use.'),
    purpose: z
      .object({ token: z.string(), operator: z.string() })
      .exactOptional()
      .describe(
        'The purpose token that makes the statement, and the operator. The statement applies only to this operator.',
      ),
    note: z.string().exactOptional(),
    defect: z
      .string()
      .exactOptional()
      .describe(
        'What is wrong with a header field or a meta element of which a part, or all, has no effect.',
      ),
  })
  .meta({ id: 'UsageStatement' });

export const usePreference = z
  .object({
    preference,
    isConflict: z.boolean(),
    decidedBy: usageStatement
      .exactOptional()
      .describe(
        'The most restrictive statement. If several are equally restrictive, the first of them, with robots.txt before other sources.',
      ),
  })
  .meta({ id: 'UsePreference' });

/** The statements about use. */
export const usage = z
  .object({
    uses: z.record(z.enum(USES), usePreference),
    preferences: z
      .record(z.string(), preference)
      .describe('Only the AIPREF preferences, by AIPREF category.'),
    contentUse: z
      .enum(['immediate', 'reference', 'full', 'unknown', 'not-applicable'])
      .describe('How much of the content a recipient may keep, according to Content-Signal.'),
    vocabulary: z.string().describe('The revision of the AIPREF vocabulary that was used.'),
    replaced: z
      .array(usageSource)
      .describe('Statements for `*` that do not apply, because a group names the crawler.'),
    licenses: z.array(
      z.object({
        url: siteText('The URL of the license terms, which are not fetched.'),
        line: line.exactOptional(),
        productTokens: z.array(siteText()).exactOptional(),
      }),
    ),
    statements: z.array(usageStatement),
    findings: z.array(
      z.object({
        code: z.string(),
        severity: z.enum(['error', 'warning', 'info']),
        message: siteText(),
        line,
        column: line,
        span,
      }),
    ),
  })
  .meta({ id: 'Usage' });

const hop = z.object({
  url: siteText(),
  at: time,
  durationMs: z.number(),
  status: z.int().exactOptional(),
  location: siteText().exactOptional(),
  signatureAgent: z.string().exactOptional(),
});

const headers = z.record(z.string(), siteText());

export const evidence = z
  .object({
    source: z.string().exactOptional().describe('The robots.txt file or URL that was passed in.'),
    fetchedAt: time.exactOptional().describe('When the deciding response arrived.'),
    expiresAt: time.exactOptional().describe('When robots.txt must be fetched again.'),
    wasKept: z.boolean().exactOptional().describe('Whether the record was stored before this request.'),
    ageSeconds: z.number().exactOptional(),
    startedAt: time.exactOptional(),
    endedAt: time.exactOptional(),
    hops: z.array(hop).exactOptional(),
    status: z.int().exactOptional(),
    headers: headers.exactOptional(),
    isRenewal: z.boolean().exactOptional(),
    error: z.object({ code: z.string(), message: siteText() }).exactOptional(),
    failures: z.object({ count, since: time }).exactOptional(),
    copy: z
      .object({
        finalUrl: siteText(),
        status: z.int(),
        fetchedAt: time,
        validatedAt: time,
        headers,
        digest: z.string().describe('SHA-256 of the body, in hexadecimal.'),
        bytes: count,
      })
      .exactOptional(),
    document: z.object({ bytes: count, records: count, groups: count, dialect: z.string() }).exactOptional(),
  })
  .meta({ id: 'DecisionEvidence' });

/** The last attempt to obtain a file. */
export const attempt = evidence
  .omit({ source: true, fetchedAt: true, expiresAt: true, ageSeconds: true, document: true })
  .required({ wasKept: true, startedAt: true, endedAt: true, hops: true, headers: true, isRenewal: true });

/** How a file was obtained; used in answers about a whole file. */
export const fileEvidence = z
  .object({
    source: z.string().exactOptional().describe('The robots.txt file or URL that was passed in.'),
    digest: z.string().exactOptional().describe('SHA-256 of the octets of the file, in hexadecimal.'),
    outcome: z.string().exactOptional().describe('The outcome of fetching robots.txt.'),
    policyRow: z.string().exactOptional(),
    robotsUrl: z.string().exactOptional(),
    fetchedAt: time.exactOptional(),
    expiresAt: time.exactOptional(),
  })
  .meta({ id: 'FileEvidence' });

const ERROR_CODES = Object.keys(errorKinds) as [ErrorCode, ...ErrorCode[]];

/** The failure of one URL in a list. Other URLs of the list may have answers. */
export const failure = z
  .object({
    url: z.string(),
    error: z.object({ code: z.enum(ERROR_CODES), message: z.string(), retryAt: time.exactOptional() }),
  })
  .meta({ id: 'Failure' });

// Checks at compile time that the types in the core match these schemas.
true satisfies Same<z.output<typeof verdictRule>, VerdictRule>;
true satisfies Same<
  z.output<typeof verdict>,
  Judgement & { candidates: VerdictRule[]; candidatesOmitted?: number }
>;
true satisfies Same<z.output<typeof verdictGroup>, VerdictGroup>;
true satisfies Same<z.output<typeof crawler>, CrawlerDescription>;
true satisfies Same<z.output<typeof usageSource>, UsageSource>;
true satisfies Same<z.output<typeof usageStatement>, UsageStatement>;
true satisfies Same<z.output<typeof failure>, Failure>;

/** A note beside the results, for URLs on several hosts to which the input applies one file. */
export const hostsNoteOfAnswer = z
  .string()
  .exactOptional()
  .describe(
    'Names the hosts of the URLs if they have different hosts, because a robots.txt applies to only one host.',
  );

/** Notes about a file that qualify every conclusion from it. */
export const fileNotes = {
  isTruncated: z
    .literal(true)
    .exactOptional()
    .describe('The file exceeds the size limit, and the rest was not read (RFC 9309 §2.5).'),
  notRobotsTxt: z
    .string()
    .exactOptional()
    .describe(
      'Says what the file appears to be, such as an HTML page. Present if the file is not a robots.txt.',
    ),
};
