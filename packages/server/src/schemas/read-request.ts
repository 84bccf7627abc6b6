/**
 * Parses the octets of a body, or of one line of a stream, and validates the result as a request. Parsing is
 * synchronous; `request-reader.ts` runs it in a worker if there are many octets.
 */

import { nameOf, questionIn } from '@robots-exclusion/operations/schemas';
import { parseJson, textOf } from '../body/parse-json.ts';
import type { ServiceLimits } from '../limits.ts';
import { factsOf, ProblemError, type ProblemFacts, type ProblemName } from '../problems.ts';
import { type RequestSchemas, requestSchemas } from './requests.ts';

export type RequestName = Exclude<keyof RequestSchemas, 'robotsQuery' | 'sitemapQuery'>;

export interface UnreadRequest {
  octets: Uint8Array;
  name: RequestName;
  /** Whether the octets are a line in a stream, which may have an `id` in addition to the members of a request. */
  isLine: boolean;
}

/** The result as plain data: a request, or a problem. */
export interface ReadRequest {
  id?: unknown;
  request?: unknown;
  problem?: { name: ProblemName; facts: ProblemFacts };
}

/** Reads a request; does not throw for invalid input. */
export function readRequest({ octets, name, isLine }: UnreadRequest, schemas: RequestSchemas): ReadRequest {
  let id: unknown;
  try {
    const value = parseJson(octets);
    let body = value;
    if (isLine) {
      const { id: given, ...members } = objectOf(value);
      id = checkedId(given);
      body = members;
    }
    const read = questionIn(schemas[name], body);
    if ('question' in read) return { id, request: read.question };
    throw new ProblemError('invalid-request', factsOf(read));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return {
      id: id ?? (isLine ? idOfStart(octets) : undefined),
      problem: { name: error.problem, facts: error.facts },
    };
  }
}

/** Reads a request in a worker. The worker creates the schemas if it has none for these limits. */
export function readRequestWithin({
  limits,
  ...unread
}: UnreadRequest & { limits: ServiceLimits }): ReadRequest {
  const key = JSON.stringify(limits);
  if (made?.key !== key) made = { key, schemas: requestSchemas(limits) };
  return readRequest(unread, made.schemas);
}

let made: { key: string; schemas: RequestSchemas } | undefined;

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new ProblemError('invalid-request', {
    errors: [{ path: '', message: `Expected an object, got ${nameOf(value)}` }],
  });
}

/** The `id` at the start of a line, even if the rest of the line is not JSON. */
function idOfStart(octets: Uint8Array): unknown {
  const start = textOf(octets.subarray(0, MAX_START_BYTES));
  const id = /^\s*\{\s*"id"\s*:\s*("(?:[^"\\]|\\.){0,1024}"|-?\d{1,15})\s*,/.exec(start)?.[1];
  try {
    return id === undefined ? undefined : JSON.parse(id);
  } catch {
    return undefined;
  }
}

/** The number of octets in which an `id` is searched. The longest `id` fits, at six octets for each character. */
const MAX_START_BYTES = 8192;

/** An `id` that the answer can repeat unchanged. JSON.parse rounds larger numbers. */
function checkedId(id: unknown): unknown {
  const isExact = typeof id === 'number' && Math.abs(id) <= Number.MAX_SAFE_INTEGER;
  if (id === undefined || isExact || (typeof id === 'string' && id.length <= 1024)) return id;
  const message = `Expected a number up to ${Number.MAX_SAFE_INTEGER}, or text of at most 1024 characters`;
  throw new ProblemError('invalid-request', { errors: [{ path: 'id', message }] });
}
