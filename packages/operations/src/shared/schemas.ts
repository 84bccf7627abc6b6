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
  MAX_TOKENS,
  type OperationLimits,
} from '../limits.ts';
import type { EvidenceAnswer, FileEvidence } from './evidence.ts';
import type { Same } from './same.ts';
import type { UsageAnswer } from './usage.ts';
import { useWordsOf } from './uses.ts';

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

/** A span, as offsets in octets. */
export const span = z.object({ start: count, end: count }).describe('Offsets in octets.');

/** A position in a file. */
export const place = z.object({
  line,
  column: line.describe('In UTF-16 code units.'),
  endLine: line,
  endColumn: line,
});

/** The error for a crawler that is not a name. A missing crawler has a separate error. */
export function agentError({ input }: { input?: unknown }): string {
  if (input === undefined) return 'missing; give a product token such as "GPTBot", or "*"';
  if (Array.isArray(input) && input.length > MAX_TOKENS)
    return `Expected at most ${MAX_TOKENS} product tokens of one crawler, got ${input.length}`;
  return 'Expected a product token, a User-Agent header, or a list of the product tokens of one crawler';
}

/** A file as octets. */
export const robotsBase64 = z.base64().optional().describe('The exact octets, instead of `robots`.');

/** The members that several inputs share. */
export function questionParts(limits: OperationLimits) {
  const token = z.string().min(1).max(MAX_CRAWLER_LENGTH);
  const agent = z
    .union([token, z.array(token).min(1).max(MAX_TOKENS)], {
      error: agentError,
    })
    .meta({
      description:
        'One crawler: a product token, a User-Agent header, or a list of its product tokens. `registry:PURPOSE`, such as `registry:training`, is every known crawler of that purpose.',
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
      .describe('The crawlers. If absent, the answer is for a crawler that no group names.'),
    literal: z
      .boolean()
      .optional()
      .describe('Treat names as plain product tokens and ignore the crawler registry. Implied by `dialect`.'),
    dialect: z
      .enum(dialectNames)
      .optional()
      .describe('How the file is read. Default: rfc9309, with crawlers as the registry knows them.'),
    dialects: z
      .array(z.enum(dialectNames))
      .min(1)
      .max(dialectNames.length)
      .optional()
      .describe('Default: all.'),
    usage: z.boolean().optional().describe('Adds what is stated about use: every statement with its source.'),
    use: z
      .enum([...useWordsOf({ conventions, uses }).keys()])
      .optional()
      .describe('What the page is fetched for. What the site disallows for that use is skipped.'),
    maxCandidates: z
      .int()
      .min(1)
      .max(GREATEST_CANDIDATES)
      .optional()
      .describe(
        `The most matching rules to list for each verdict, best first. Default: ${DEFAULT_CANDIDATES}.`,
      ),
  };
}

/** The uses that an input can name. */
export const USES = uses.map(({ name }) => name);

/** A rule in a verdict. */
export const verdictRule = z
  .object({
    kind: z.enum(['allow', 'disallow']),
    text: siteText('As written; octets that are not valid UTF-8 percent-encoded.'),
    pattern: siteText('Normalised.'),
    octets: count.describe('How specific the rule is.'),
    line: line.describe('Counted from 1.'),
    column: line.describe('In octets, counted from 1.'),
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
    note: z.string().exactOptional().describe('What the original program does.'),
    basis: z.literal('documented').exactOptional().describe('The dialect is known from documentation only.'),
    candidates: z.array(verdictRule).describe('Rules that matched, best first.'),
    candidatesOmitted: line.exactOptional().describe('Number of matching rules not listed.'),
  })
  .meta({ id: 'Verdict' });

/** A crawler in an answer. */
export const crawler = z
  .object({
    tokens: z.array(z.string()),
    known: z.boolean().describe('The registry knows every token.'),
    nearest: z.array(z.string()).exactOptional().describe('The known tokens nearest to the unknown ones.'),
    followsGroup: z.string().exactOptional().describe('The token whose group it follows.'),
    exemptFromStar: truth.exactOptional().describe('The group of `*` does not bind it.'),
    literal: truth
      .exactOptional()
      .describe(
        'The question was about the bare token; the crawler itself would follow another group, or none.',
      ),
    note: z.string().exactOptional().describe('The same in sentences.'),
    source: z.string().exactOptional().describe('The page that documents it.'),
  })
  .meta({ id: 'Crawler' });

/** The unknown crawlers, for answers whose parts do not describe crawlers. */
export const unknownCrawlers = z
  .array(crawler.pick({ tokens: true, known: true, nearest: true }))
  .exactOptional()
  .describe('The requested crawlers that are not known; absent if all are.');

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
    states: z.record(z.string(), siteText()).describe('In the convention’s own words.'),
    says: z
      .partialRecord(z.enum(USES), z.enum(['allow', 'disallow']))
      .describe('What it states about each use.'),
    purpose: z
      .object({ token: z.string(), operator: z.string() })
      .exactOptional()
      .describe('The purpose token that states it, and the only operator that it binds.'),
    note: z.string().exactOptional(),
  })
  .meta({ id: 'UsageStatement' });

/** The preference for one use. */
export const usePreference = z
  .object({
    preference,
    isConflict: z.boolean(),
    decidedBy: usageStatement
      .exactOptional()
      .describe(
        'The most restrictive statement. Among equally restrictive ones the first, with robots.txt before other sources.',
      ),
  })
  .meta({ id: 'UsePreference' });

/** The statements about use. */
export const usage = z
  .object({
    uses: z.record(z.enum(USES), usePreference),
    preferences: z
      .record(z.string(), preference)
      .describe('The AIPREF preferences alone, by the categories of AIPREF.'),
    contentUse: z
      .enum(['immediate', 'reference', 'full', 'unknown', 'not-applicable'])
      .describe('How much may be kept, according to Content-Signal.'),
    vocabulary: z.string().describe('The vocabulary of AIPREF that was read.'),
    replaced: z
      .array(usageSource)
      .describe('Statements for `*` that do not count, because a group names the crawler.'),
    licenses: z.array(
      z.object({
        url: siteText('Where the terms are. They are not fetched.'),
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

/** How and when the rules were obtained. */
export const evidence = z
  .object({
    source: z.string().exactOptional().describe('The file or URL given with the question.'),
    fetchedAt: time.exactOptional().describe('When the deciding response arrived.'),
    expiresAt: time.exactOptional().describe('When it has to be fetched again.'),
    wasKept: z.boolean().exactOptional().describe('The record existed before this question.'),
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
        digest: z.string().describe('SHA-256 of the body, hexadecimal.'),
        bytes: count,
      })
      .exactOptional(),
    document: z.object({ bytes: count, records: count, groups: count, dialect: z.string() }).exactOptional(),
  })
  .meta({ id: 'DecisionEvidence' });

/** How a file was obtained; used in answers about a whole file. */
export const fileEvidence = z
  .object({
    source: z.string().exactOptional().describe('The file or URL given with the question.'),
    digest: z.string().exactOptional().describe('SHA-256 of its octets, hexadecimal.'),
    outcome: z.string().exactOptional().describe('The outcome of the fetch.'),
    policyRow: z.string().exactOptional(),
    robotsUrl: z.string().exactOptional(),
    fetchedAt: time.exactOptional(),
    expiresAt: time.exactOptional(),
  })
  .meta({ id: 'FileEvidence' });

const ERROR_CODES = Object.keys(errorKinds) as [ErrorCode, ...ErrorCode[]];

/** A URL without an answer, in a list in which other URLs have answers. */
export const failure = z
  .object({
    url: z.string(),
    error: z.object({ code: z.enum(ERROR_CODES), message: z.string(), retryAt: time.exactOptional() }),
  })
  .meta({ id: 'Failure' });

// Type checks that the types in the core and the operations match these schemas.
true satisfies Same<z.output<typeof verdictRule>, VerdictRule>;
true satisfies Same<
  z.output<typeof verdict>,
  Judgement & { candidates: VerdictRule[]; candidatesOmitted?: number }
>;
true satisfies Same<z.output<typeof verdictGroup>, VerdictGroup>;
true satisfies Same<z.output<typeof crawler>, CrawlerDescription>;
true satisfies Same<z.output<typeof usageSource>, UsageSource>;
true satisfies Same<z.output<typeof usageStatement>, UsageStatement>;
true satisfies Same<z.output<typeof usage>, UsageAnswer>;
true satisfies Same<z.output<typeof evidence>, EvidenceAnswer>;
true satisfies Same<z.output<typeof fileEvidence>, FileEvidence>;
true satisfies Same<z.output<typeof failure>, Failure>;

/** A note, beside the results, about a file that is part of the input. */
export const hostsNoteOfAnswer = z
  .string()
  .exactOptional()
  .describe('The hosts of the URLs, if there are several: a robots.txt applies to one host.');

/** Notes about a file that qualify every conclusion from it. */
export const fileNotes = {
  isTruncated: z
    .literal(true)
    .exactOptional()
    .describe('The file exceeds the limit; the rest was not read (RFC 9309 §2.5).'),
  notRobotsTxt: z
    .string()
    .exactOptional()
    .describe('Set if the file is not a robots.txt, for example an HTML page: names what it appears to be.'),
};
