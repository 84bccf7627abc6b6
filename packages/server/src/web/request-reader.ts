/**
 * Reads short requests immediately and long ones in a worker. The client controls the shape of the JSON, and with it
 * the cost of parsing: 3.5 MB of unknown members take a third of a second.
 */
import { runTask } from '../pool/answerer.ts';
import { ProblemError } from '../problems.ts';
import type { RequestFacts } from '../request-facts.ts';
import { type ReadRequest, readRequest, type UnreadRequest } from '../schemas/read-request.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import type { Services } from '../service-env.ts';

export type RequestReader = (
  unread: UnreadRequest,
  facts: RequestFacts,
) => ReadRequest | Promise<ReadRequest>;

export function createRequestReader(
  schemas: RequestSchemas,
  { limits, pool }: Pick<Services, 'limits' | 'pool'>,
): RequestReader {
  return (unread, facts) =>
    unread.octets.length <= limits.maxInlineJsonBytes
      ? readRequest(unread, schemas)
      : runTask(pool, 'request', { ...unread, limits }, facts);
}

/**
 * Returns the request if it is valid.
 *
 * @throws {ProblemError} If the request is invalid.
 */
export function wellFormed({ request, problem }: ReadRequest): unknown {
  if (problem) throw new ProblemError(problem.name, problem.facts);
  return request;
}
