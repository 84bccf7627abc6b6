/** NDJSON in, NDJSON out: each line is a request of the route, each answer is what the route would say to it. */
import type { z } from 'zod';
import { NDJSON } from '../access/body-guard.ts';
import { Deadline } from '../deadline.ts';
import { type Problem, ProblemError, problemOf } from '../problems.ts';
import type { Answer } from '../routes/json-post.ts';
import { detailsOf, nameOf } from '../schemas/details.ts';
import type { RequestFacts, ServiceContext, Services } from '../service-env.ts';
import { jsonFault } from '../web/json-text.ts';
import { dataReply } from '../web/reply.ts';
import { answerLines } from './answer-lines.ts';
import { type Line, readLines } from './lines.ts';

/** Lines of one stream answered at a time. */
const LINES_AT_A_TIME = 16;

/** Answers a body of NDJSON. */
export function answerStream<Schema extends z.ZodType>(
  { env, req }: ServiceContext,
  schema: Schema,
  answer: Answer<Schema>,
  services: Services,
): Response {
  const { limits, metrics } = services;
  const { body } = req.raw;
  if (body === null) throw new ProblemError('malformed-json', { detail: 'The body is missing' });
  const end = env.openStream();
  if (end === undefined) throw new ProblemError('overloaded', { retryAfter: 1 });
  const lines = readLines(body, {
    maxBytes: limits.maxRequestBytes,
    timeoutMs: limits.lineTimeoutMs,
    end: services.closing,
  });
  const window = { lines: LINES_AT_A_TIME, bytes: limits.maxRequestBytes };
  const answered = answerLines(lines, window, (line) => {
    metrics.streamLine();
    return answerLine(line, schema, answer, env, services);
  });
  const { requestId } = env;
  return dataReply(toStream(answered, end, requestId, services), { type: NDJSON, requestId });
}

async function answerLine<Schema extends z.ZodType>(
  { text, number }: Line,
  schema: Schema,
  answer: Answer<Schema>,
  streamFacts: RequestFacts,
  services: Services,
): Promise<string> {
  // Each line has the time of a request of its own.
  const deadline = new Deadline(services.limits.requestTimeoutMs, streamFacts.signal);
  const facts: RequestFacts = { ...streamFacts, deadline };
  let id: unknown;
  try {
    const { id: given, ...request } = readObject(text);
    id = readId(given);
    const parsed = schema.safeParse(request);
    if (!parsed.success)
      throw new ProblemError('invalid-request', { errors: detailsOf(parsed.error, request) });
    return withId(id, await answer(parsed.data, facts));
  } catch (error) {
    return withId(
      id ?? idOfStart(text),
      JSON.stringify({ line: number, error: problemOfLine(error, facts.requestId, services) }),
    );
  } finally {
    deadline.clear();
  }
}

function readObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProblemError('malformed-json', { detail: jsonFault(text) });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new ProblemError('invalid-request', {
    errors: [{ path: '', message: `Expected an object, got ${nameOf(value)}` }],
  });
}

/** The `id` that a line begins with, also where the rest of it is no JSON. */
function idOfStart(text: string): unknown {
  const id = /^\{\s*"id"\s*:\s*("(?:[^"\\]|\\.){0,1024}"|-?\d{1,20})\s*,/.exec(text)?.[1];
  try {
    return id === undefined ? undefined : JSON.parse(id);
  } catch {
    return undefined;
  }
}

function readId(id: unknown): unknown {
  if (id === undefined || typeof id === 'number' || (typeof id === 'string' && id.length <= 1024)) return id;
  const message = 'Expected a number, or text of at most 1024 characters';
  throw new ProblemError('invalid-request', { errors: [{ path: 'id', message }] });
}

/** JSON text of an object with `id` put first. */
function withId(id: unknown, text: string): string {
  return id === undefined ? text : `{"id":${JSON.stringify(id)},${text.slice(1)}`;
}

function problemOfLine(error: unknown, requestId: string, { logger }: Services): Problem {
  if (error instanceof ProblemError) return problemOf(error.problem, error.facts);
  logger.error({ requestId, err: error }, 'a line of a stream failed');
  return problemOf('internal-error', {}, requestId);
}

/** Pulled line by line; a stream that cannot go on ends with a line that says why. */
function toStream(
  lines: AsyncGenerator<string>,
  end: () => void,
  requestId: string,
  services: Services,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await lines.next();
        if (!done) return controller.enqueue(encoder.encode(`${value}\n`));
      } catch (error) {
        const problem = problemOfLine(error, requestId, services);
        controller.enqueue(encoder.encode(`${JSON.stringify({ error: problem })}\n`));
      }
      end();
      controller.close();
    },
    async cancel() {
      end();
      await lines.return(undefined);
    },
  });
}
