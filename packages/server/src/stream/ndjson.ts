/** Answers a stream of NDJSON. Each line is a request to the route and is answered by one line in the response. */
import { inOrder } from '@robots-exclusion/client/in-order';
import { printableJson, printableJsonText } from 'robots-exclusion/print';
import { NDJSON } from '../body/media-type.ts';
import { Deadline } from '../deadline.ts';
import { type Problem, ProblemError, problemIn, problemOf, unlessRefused } from '../problems.ts';
import type { RequestFacts } from '../request-facts.ts';
import type { RequestName } from '../schemas/read-request.ts';
import type { Answer, ServiceContext, Services } from '../service-env.ts';
import { dataReply } from '../web/reply.ts';
import { type RequestReader, wellFormed } from '../web/request-reader.ts';
import { type Line, readLines } from './lines.ts';

export interface LineRoute {
  name: RequestName;
  read: RequestReader;
  /** Answers a line; called with the result of `read`. */
  answer: Answer<unknown>;
}

/** The number of lines in one stream that are answered concurrently. */
const LINES_AT_A_TIME = 16;

export function answerStream({ env, req }: ServiceContext, route: LineRoute, services: Services): Response {
  const { limits, metrics } = services;
  const { body } = req.raw;
  if (body === null) throw new ProblemError('malformed-json', { detail: 'The body is missing' });
  const { share, requestId } = env;
  unlessRefused(share.openStream());
  const lines = readLines(body, {
    maxBytes: limits.maxRequestBytes,
    timeoutMs: limits.lineTimeoutMs,
    end: services.closing,
    turn() {
      const retryAfter = share.waitForCpu();
      if (retryAfter !== undefined) throw new ProblemError('rate-limited', { retryAfter });
      return share.turn();
    },
    hold: (octets) => share.hold(octets),
    release: (octets) => share.release(octets),
  });
  const room = { items: LINES_AT_A_TIME, size: limits.maxRequestBytes, sizeOf: ({ bytes }: Line) => bytes };
  const answered = inOrder(lines, room, async (line) => {
    metrics.streamLine();
    const text = await answerLine(line, route, env, services);
    share.release(line.bytes);
    return text;
  });
  return dataReply(
    toStream(answered, () => share.end(), env, services),
    { type: NDJSON, requestId },
  );
}

async function answerLine(
  { octets, number }: Line,
  { name, read, answer }: LineRoute,
  streamFacts: RequestFacts,
  services: Services,
): Promise<string> {
  // Each line has the same time limit as a request.
  const deadline = new Deadline(services.limits.requestTimeoutMs, streamFacts.signal);
  const facts: RequestFacts = { ...streamFacts, deadline };
  let id: unknown;
  try {
    const line = await read({ octets, name, isLine: true }, facts);
    id = line.id;
    return withId(id, await answer(wellFormed(line), facts));
  } catch (error) {
    const problem = problemOfLine(error, facts, services);
    return withId(id, JSON.stringify({ line: number, error: problem }));
  } finally {
    deadline.clear();
  }
}

/** The JSON text of an object, with `id` added as the first member. */
function withId(id: unknown, text: string): string {
  return id === undefined ? text : `{"id":${JSON.stringify(id)},${text.slice(1)}`;
}

function problemOfLine(thrown: unknown, { requestId, signal }: RequestFacts, { logger }: Services): Problem {
  const error = problemIn(thrown);
  if (error instanceof ProblemError) return problemOf(error.problem, error.facts);
  // If the client disconnects, pending work is aborted. This is not an error, because the result is no longer needed.
  if (signal().aborted) return problemOf('request-timeout', {});
  logger.error({ requestId, err: error }, 'a line of a stream failed');
  return problemOf('internal-error', {}, requestId);
}

/** Creates a stream that is pulled line by line. If it cannot continue, its last line states the reason. */
function toStream(
  lines: AsyncGenerator<string>,
  end: () => void,
  facts: RequestFacts,
  services: Services,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      facts.share.enter();
      try {
        const { done, value } = await lines.next();
        if (!done) return controller.enqueue(encoder.encode(`${printableJsonText(value)}\n`));
      } catch (error) {
        const problem = problemOfLine(error, facts, services);
        controller.enqueue(encoder.encode(`${printableJson({ error: problem })}\n`));
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
