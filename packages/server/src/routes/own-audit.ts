/** `GET /v1/audit`: judges the requests in the logs that the operator passed to the service at its start. */
import { createRoute, z } from '@hono/zod-openapi';
import { auditAnswer } from '@robots-exclusion/operations/schemas';
import type { TypedResponse } from 'hono';
import { accepts } from 'hono/accepts';
import type { JSONParsed } from 'hono/utils/types';
import type { RequestShare } from '../access/shares.ts';
import { NDJSON } from '../body/media-type.ts';
import { ProblemError, problemKinds, unlessRefused } from '../problems.ts';
import { problem } from '../schemas/answers.ts';
import type { ServiceContext, Services } from '../service-env.ts';
import type { AuditSource } from '../sources.ts';
import { dataReply } from '../web/reply.ts';
import { commonProblems } from './problem-responses.ts';
import { typedJson } from './typed-json.ts';

const JSON_TYPE = 'application/json';
/** The length at which a response counts as long; shorter responses fit into the buffers of the connection. */
const LONG_ANSWER = 65_536;

export const ownAuditRoute = createRoute({
  method: 'get',
  path: '/v1/audit',
  summary: 'Which crawlers obeyed robots.txt, according to the logs of the service?',
  description:
    'Available only if the service was started with logs. With `Accept: application/x-ndjson`, the response has one line for each judged request, sent while the logs are read.',
  responses: {
    200: {
      description: 'A report',
      content: { [JSON_TYPE]: { schema: auditAnswer }, [NDJSON]: { schema: z.string() } },
    },
    ...commonProblems,
    404: {
      description: problemKinds['not-found'].title,
      content: { 'application/problem+json': { schema: problem } },
    },
  },
});

/** Responds with the report, or with a stream of judged requests. */
export async function ownAudit(
  context: ServiceContext,
  { audit, closing }: Services,
): Promise<TypedResponse<JSONParsed<z.output<typeof auditAnswer>>, 200, 'json'>> {
  const { requestId, share, signal } = context.env;
  if (!audit) throw new ProblemError('not-found', { detail: 'The service was started without logs' });
  const wanted = accepts(context, { header: 'Accept', supports: [JSON_TYPE, NDJSON], default: JSON_TYPE });
  if (wanted === JSON_TYPE) {
    const text = await audit.report(signal());
    if (text.length >= LONG_ANSWER) share.hold(text.length);
    return typedJson(text, requestId);
  }
  unlessRefused(share.openStream());
  const body = await hitsOf(audit, AbortSignal.any([signal(), closing]), share);
  return dataReply(body, { type: NDJSON, requestId }) as never;
}

/** Waits for the first lines, so that the response has an error status if the audit cannot begin. */
async function hitsOf(
  audit: AuditSource,
  signal: AbortSignal,
  share: RequestShare,
): Promise<ReadableStream<Uint8Array>> {
  const lines = audit.hits(signal)[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<string>> = lines.next();
  await next.catch((error) => {
    share.end();
    throw error;
  });
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await next;
        await share.turn();
        if (done) {
          share.end();
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(value));
        next = lines.next();
        next.catch(() => {});
      } catch (error) {
        share.end();
        controller.error(error);
      }
    },
    async cancel() {
      share.end();
      await lines.return?.();
    },
  });
}
