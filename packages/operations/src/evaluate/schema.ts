import * as z from 'zod';
import type { OperationLimits } from '../limits.ts';
import { hasOneBody, ONE_BODY } from '../shared/one-body.ts';
import { outcomes, refusal } from '../shared/outcomes.ts';
import { isWithin } from '../shared/questions.ts';
import type { Output } from '../shared/same.ts';
import {
  crawler,
  evidence,
  failure,
  fileNotes,
  hostsNoteOfAnswer,
  questionParts,
  time,
  USES,
  usage,
  usePreference,
  verdict,
} from '../shared/schemas.ts';

/** Limits on the number of a page's header fields, and on the characters of one field. */
const MAX_FIELDS = 100;
const MAX_FIELD_LENGTH = 8192;

const fieldLine = z.string().max(MAX_FIELD_LENGTH);

/** The members of an input that determine the decisions about each URL. */
export function decisionInput(limits: OperationLimits) {
  const { url, agents, literal, dialect, usage: asksUsage, use, ...more } = questionParts(limits);
  const { purposeTokens, maxCandidates } = more;
  const urls = z
    .array(url)
    .min(1)
    .max(limits.maxUrls)
    .meta({ examples: [['https://example.com/private/']] });
  return { urls, agents, literal, dialect, usage: asksUsage, use, purposeTokens, maxCandidates };
}

/** The members of the input of `evaluate`. */
export function evaluateMembers(limits: OperationLimits) {
  const { robots, robotsBase64 } = questionParts(limits);
  const { urls, ...asked } = decisionInput(limits);
  return {
    robots,
    robotsBase64,
    urls: urls.describe('Absolute URLs, or paths that begin with a slash.'),
    ...asked,
    headers: z
      .record(
        z.string().max(MAX_FIELD_LENGTH),
        z.union([fieldLine, z.array(fieldLine).max(MAX_FIELDS)], {
          error: 'Expected the text of a field, or a list of its lines',
        }),
      )
      .check(hasFewFields)
      .optional()
      .meta({
        description:
          'Response header fields of the pages. The answer’s `usage` includes the statements in Content-Usage, X-Robots-Tag, Link and TDM-Reservation. A field with several lines is a list; do not join the lines of X-Robots-Tag.',
        examples: [{ 'content-usage': 'train-ai=n' }],
        maxProperties: MAX_FIELDS,
      }),
    tdmrep: z
      .string()
      .max(limits.maxRobotsBytes)
      .optional()
      .describe(
        'The body of the origin’s `/.well-known/tdmrep.json`. The answer’s `usage` includes its statements.',
      ),
  };
}

/** The input of `evaluate`. */
export function evaluateInput(limits: OperationLimits) {
  return z
    .strictObject(evaluateMembers(limits))
    .check(isWithin(limits))
    .check(hasOneBody)
    .meta({ id: 'EvaluateRequest', ...ONE_BODY });
}

/** The input of `check`. */
export function checkInput(limits: OperationLimits) {
  return z
    .strictObject({
      ...decisionInput(limits),
      mode: z
        .enum(['default', 'reload', 'cache-only'])
        .optional()
        .describe(
          'When to fetch robots.txt again: `default` if the stored copy has expired or is about to, `reload` even if it is fresh (the service may limit how often), `cache-only` never. Default: `default`.',
        ),
      evidence: z.boolean().optional().describe('Adds evidence of how and when robots.txt was obtained.'),
    })
    .check(isWithin(limits))
    .meta({ id: 'CheckRequest' });
}

const decision = z
  .object({
    url: z.string().describe('The URL as requested.'),
    crawler,
    allowed: z.boolean(),
    action: z
      .enum(['fetch', 'skip', 'defer'])
      .describe('`defer` means: fetch nothing before `retryAt`, then check again.'),
    outcome: z
      .enum([...outcomes, 'handed-in'])
      .describe('The outcome of fetching robots.txt, or `handed-in` if the request contains the file.'),
    policyRow: z
      .string()
      .exactOptional()
      .describe('The row of the outcome table that determined the decision.'),
    robotsUrl: z.string().exactOptional(),
    refusal: refusal.exactOptional(),
    retryAt: time.exactOptional(),
    crawlDelaySeconds: z.number().exactOptional(),
    crawlDelayStatedSeconds: z
      .number()
      .exactOptional()
      .describe('The Crawl-delay in the file. Present if `crawlDelaySeconds` is capped.'),
    ...fileNotes,
    unreadRecords: z
      .array(z.string())
      .exactOptional()
      .describe('Names of records that the dialect ignores, such as crawl-delay.'),
    verdict: verdict.exactOptional(),
    use: z
      .object({ name: z.enum(USES), ...usePreference.shape })
      .exactOptional()
      .describe(
        'The site’s statement about the intended use. If it disallows the use, `action` is `skip` instead of `fetch`.',
      ),
    usage: usage.exactOptional(),
    evidence: evidence.exactOptional(),
  })
  .meta({ id: 'Decision' });

/** One decision, or a URL without one. */
export const decisionOrFailure = z.union([decision, failure]);

/** The output of `check`: decisions. */
export const decisionsAnswer = z
  .object({
    results: z
      .array(decisionOrFailure)
      .describe(
        'Results in the order of the URLs. Each URL has one result per crawler, in the order of the crawlers, or one failure.',
      ),
  })
  .meta({ id: 'DecisionsAnswer' });

/** The output of `evaluate`: decisions, with notes about the query. */
export const evaluateAnswer = decisionsAnswer
  .extend({
    note: hostsNoteOfAnswer,
  })
  .meta({ id: 'EvaluateAnswer' });

function hasFewFields(given: {
  value: Readonly<Record<string, unknown>>;
  issues: z.core.$ZodRawIssue[];
}): void {
  const count = Object.keys(given.value).length;
  if (count <= MAX_FIELDS) return;
  const message = `Expected at most ${MAX_FIELDS} header fields, got ${count}`;
  given.issues.push({ code: 'custom', input: given.value, path: [], message });
}

/** The input of `evaluate`. */
export type EvaluateInput = Output<ReturnType<typeof evaluateInput>>;

/** The input of `check`. */
export type CheckInput = Output<ReturnType<typeof checkInput>>;

/** The members that the inputs of `evaluate` and `check` share. Only the input of `evaluate` also contains a file. */
export type DecisionInput = Omit<CheckInput, 'mode' | 'evidence'>;

/** What to do about one URL for one crawler. */
export type DecisionAnswer = Output<typeof decision>;

/** The site's statement about one use. If the statement disallows the use, the decision is to skip. */
export type UseDecision = NonNullable<DecisionAnswer['use']>;
