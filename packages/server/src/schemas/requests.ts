/** What requests look like. Unknown members are refused, so that no misspelt option goes unnoticed. */
import { z } from '@hono/zod-openapi';
import { checkInput, evaluateInput } from '@robots-exclusion/operations/schemas';
import type { GivenRobots } from '@robots-exclusion/operations/shared';
import { lintProfiles } from 'robots-exclusion/lint';
import { dialectNames } from '../answers/dialects.ts';
import type { ServiceLimits } from '../limits.ts';
import { operationLimits } from '../operation-limits.ts';
import { auditRequest } from './audit-request.ts';
import { reserveRequest } from './reserve.ts';

/** Rules named for each verdict where nothing else is asked for, and at most. */
const DEFAULT_CANDIDATES = 20;
const GREATEST_CANDIDATES = 1000;
/** A User-Agent header is at most so long; real ones stay below 1,000. */
const MAX_AGENT_LENGTH = 1024;
const MAX_TOKENS = 20;
/** Every dialect reads the file for each. */
const MAX_INTERPRETED_URLS = 100;

const profileNames = lintProfiles.map(({ name }) => name) as [string, ...string[]];

/** A robots.txt, in one of two forms. */
const body = {
  robots: z.string().optional().openapi({ example: 'User-agent: *\nDisallow: /private/\n' }),
  robotsBase64: z.base64().optional().openapi({ description: 'The exact octets, instead of `robots`.' }),
};
const oneBody = { oneOf: [{ required: ['robots'] }, { required: ['robotsBase64'] }] };

/** The schemas of one service. */
export type RequestSchemas = ReturnType<typeof requestSchemas>;

/** Makes the schemas: the service's limits are in them. */
export function requestSchemas(limits: ServiceLimits) {
  const token = z.string().min(1).max(MAX_AGENT_LENGTH);
  const agent = z
    .union([token, z.array(token).min(1).max(MAX_TOKENS)], {
      error: 'Expected a product token, a User-Agent header, or a list of the product tokens of one crawler',
    })
    .openapi('Agent', {
      description: 'One crawler: a product token, a User-Agent header, or a list of its product tokens.',
      example: 'FooBot',
    });
  const url = z.string().min(1).max(limits.maxUrlBytes);
  const question = {
    agents: z.array(agent).min(1).max(limits.maxAgents).optional().openapi({
      description: 'Crawlers. Without it the answer is for a crawler that no group names.',
    }),
    literal: z.boolean().optional().openapi({
      description:
        'Take product tokens as written, whatever is known of the crawlers. So it is wherever a dialect is named.',
    }),
    dialect: z.enum(dialectNames).optional().openapi({
      description: 'How the file is read. Default: rfc9309, with crawlers as the registry knows them.',
    }),
    usage: z.enum(['preferences', 'report']).optional().openapi({
      description:
        'What to say of usage: the preferences of AIPREF, or every statement of every convention with its source.',
    }),
    maxCandidates: z.int().min(1).max(GREATEST_CANDIDATES).default(DEFAULT_CANDIDATES).openapi({
      description: 'Matching rules listed for each verdict, best first. Default: 20.',
    }),
  };
  const mode = z.enum(['default', 'reload', 'cache-only']).optional().openapi({
    description: 'Where robots.txt may come from. Default: a kept one while it is fresh.',
  });
  const bounds = operationLimits(limits);
  const check = checkInput(bounds);
  const evaluate = evaluateInput(bounds);
  const lint = z
    .strictObject({
      ...body,
      profile: z.enum(profileNames).optional().openapi({
        description: 'By whose reading severities are chosen. Default: rfc9309.',
      }),
      robotsUrl: z.url().max(limits.maxUrlBytes).optional().openapi({
        description: 'Where the file is served; findings about hosts need it.',
      }),
    })
    .check(hasOneBody)
    .openapi('LintRequest', oneBody);
  const interpretations = z
    .strictObject({
      ...body,
      urls: z
        .array(url)
        .min(1)
        .max(MAX_INTERPRETED_URLS)
        .openapi({ example: ['/private/'] }),
      agents: question.agents,
      dialects: z.array(z.enum(dialectNames)).min(1).max(dialectNames.length).optional().openapi({
        description: 'Default: all.',
      }),
      maxCandidates: question.maxCandidates,
    })
    .check(isWithin(limits))
    .check(hasOneBody)
    .openapi('InterpretationsRequest', oneBody);
  const file = z.strictObject(body).check(hasOneBody).openapi('RobotsFile', oneBody);
  const diff = z
    .strictObject({ before: file, after: file, agents: question.agents, literal: question.literal })
    .openapi('DiffRequest');
  const preflight = z
    .strictObject({
      url: url.openapi({ description: 'An http or https URL.', example: 'https://example.com/' }),
      agent,
      literal: question.literal,
    })
    .openapi('PreflightRequest');
  const reserve = reserveRequest(bounds);
  const audit = auditRequest();
  const robotsQuery = z.strictObject({
    url: url.openapi({
      param: { name: 'url', in: 'query' },
      description: 'Any URL of the site.',
      example: 'https://example.com/',
    }),
    mode: mode.openapi({ param: { name: 'mode', in: 'query' } }),
  });
  const sitemapQuery = z.strictObject({
    url: url.openapi({
      param: { name: 'url', in: 'query' },
      description: 'Where the sitemap is.',
      example: 'https://example.com/sitemap.xml',
    }),
  });
  return {
    ...{ check, evaluate, lint, interpretations, diff, preflight, reserve, audit },
    ...{ robotsQuery, sitemapQuery },
  };
}

interface Asked {
  urls: readonly string[];
  agents?: readonly unknown[] | undefined;
}

/** Each URL is answered for each crawler. */
function isWithin({ maxQuestions }: ServiceLimits) {
  return ({ value, issues }: { value: Asked; issues: z.core.$ZodRawIssue[] }): void => {
    const count = value.urls.length * (value.agents?.length ?? 1);
    if (count <= maxQuestions) return;
    const message = `Too many questions: ${count} URLs times crawlers, expected at most ${maxQuestions}`;
    issues.push({ code: 'custom', input: value, path: ['urls'], message });
  };
}

function hasOneBody({ value, issues }: { value: GivenRobots; issues: z.core.$ZodRawIssue[] }): void {
  if ((value.robots === undefined) !== (value.robotsBase64 === undefined)) return;
  issues.push({
    code: 'custom',
    input: value,
    path: ['robots'],
    message: 'Expected either "robots" or "robotsBase64"',
  });
}
