/** `GET /v1/watch`: returns events of the robots.txt files that the service watches. */
import { createRoute, z } from '@hono/zod-openapi';
import { accepts } from 'hono/accepts';
import { ProblemError, problemKinds } from '../problems.ts';
import { problem } from '../schemas/answers.ts';
import type { ServiceContext, Services } from '../service-env.ts';
import { dataReply } from '../web/reply.ts';
import { queryProblems } from './problem-responses.ts';
import { typedJson } from './typed-json.ts';

const ATOM = 'application/atom+xml';
const MOST_EVENTS = 1000;

const query = z.strictObject({
  format: z
    .enum(['json', 'atom'])
    .optional()
    .openapi({
      param: { name: 'format', in: 'query' },
      description: 'Default: the format that `Accept` prefers, or JSON.',
    }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_EVENTS)
    .optional()
    .openapi({
      param: { name: 'limit', in: 'query' },
      description: 'Maximum number of events. Default: 50.',
    }),
});

const change = z.object({ crawlers: z.array(z.string()), patterns: z.array(z.string()) });

const event = z
  .object({
    event: z.enum(['first', 'changed', 'alternating', 'unreachable']),
    origin: z.string(),
    robotsUrl: z.string().optional(),
    at: z.string(),
    outcome: z.string(),
    version: z.string().optional(),
    digest: z.string().optional().openapi({ description: 'SHA-256 of the octets of the file.' }),
    octets: z.int().min(0).optional(),
    file: z.string().optional().openapi({ description: 'Where the service stores the version.' }),
    headers: z.record(z.string(), z.string()).optional(),
    diff: z
      .object({
        changesVerdicts: z.boolean(),
        isComplete: z.boolean(),
        letIn: z.array(change),
        shutOut: z.array(change),
      })
      .optional(),
  })
  .openapi('WatchEvent');

const answer = z
  .object({
    origins: z.array(z.string()),
    events: z.array(event).openapi({ description: 'The latest first.' }),
  })
  .openapi('WatchAnswer');

export const watchRoute = createRoute({
  method: 'get',
  path: '/v1/watch',
  summary: 'What changed in the robots.txt of the sites that the service watches?',
  description: 'Available only if the service was started with sites to watch.',
  request: { query },
  responses: {
    200: {
      description: 'Events, or an Atom feed of versions',
      content: { 'application/json': { schema: answer }, [ATOM]: { schema: z.string() } },
    },
    ...queryProblems,
    404: {
      description: problemKinds['not-found'].title,
      content: { 'application/problem+json': { schema: problem } },
    },
  },
});

/** Responds with the events as JSON, or with the Atom feed. */
export async function watched(
  { format, limit = 50 }: z.output<typeof query>,
  context: ServiceContext,
  { watch }: Services,
) {
  const { requestId } = context.env;
  if (!watch)
    throw new ProblemError('not-found', { detail: 'The service was started without sites to watch' });
  const supports = ['application/json', ATOM];
  const wanted = accepts(context, { header: 'Accept', supports, default: 'application/json' });
  if (format === 'atom' || (format === undefined && wanted === ATOM)) {
    return dataReply(await watch.feed(), { type: `${ATOM};charset=utf-8`, requestId }) as never;
  }
  const events = await watch.events(limit);
  return typedJson<z.output<typeof answer>>(JSON.stringify({ origins: watch.origins, events }), requestId);
}
