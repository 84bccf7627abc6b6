/**
 * Responses with the fields that all of them carry. Header fields are set once, when the response is made: the Node
 * adapter sends such a response without building it twice.
 */
import { type ProblemFacts, type ProblemName, problemKinds, problemOf } from '../problems.ts';

/** Fields of every response. */
const commonFields = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Fields that only mean something to a page. */
const pageFields = {
  ...commonFields,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** Data is for programs: a browser that shows it runs nothing in it. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What a data response is made of. */
export interface DataReply {
  status?: number;
  type: string;
  requestId: string;
  fields?: Readonly<Record<string, string>>;
}

/** A response for programs. */
export function dataReply(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  { status = 200, type, requestId, fields }: DataReply,
): Response {
  // Written out, as most answers need no more: to spread them takes several times as long.
  const headers: Record<string, string> = {
    'x-content-type-options': commonFields['x-content-type-options'],
    'cross-origin-resource-policy': commonFields['cross-origin-resource-policy'],
    'content-security-policy': DATA_POLICY,
    'cache-control': 'no-store',
    'content-type': type,
    'x-request-id': requestId,
  };
  return new Response(body, { status, headers: fields ? { ...headers, ...fields } : headers });
}

/** A response with JSON text. */
export function jsonReply(text: string, requestId: string): Response {
  return dataReply(text, { type: 'application/json', requestId });
}

/** Problem details. */
export function problemReply(name: ProblemName, requestId: string, facts: ProblemFacts = {}): Response {
  const { retryAfter, allow } = facts;
  const fields = {
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(allow !== undefined && { allow }),
  };
  const { status } = problemKinds[name];
  const body = JSON.stringify(problemOf(name, facts, requestId));
  return dataReply(body, { status, type: 'application/problem+json', requestId, fields });
}

/** A response for people: a page, or a part of one, under a policy of its own. */
export function pageReply(
  body: string | Uint8Array<ArrayBuffer> | null,
  requestId: string,
  fields: Readonly<Record<string, string>>,
  status = 200,
): Response {
  return new Response(body, { status, headers: { ...pageFields, 'x-request-id': requestId, ...fields } });
}
