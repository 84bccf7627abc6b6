/**
 * Creates responses with common header fields. The fields are set when the response is created, because the Node
 * adapter sends such a response without rebuilding it.
 */
import { printableJson, printableJsonText } from 'robots-exclusion/print';
import { type ProblemFacts, type ProblemName, problemKinds, problemOf } from '../problems.ts';

const commonFields = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const pageFields = {
  ...commonFields,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** The Content Security Policy for data. A browser that displays the data executes nothing. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Fields with which data is sent that is kept. */
export const dataFields = { 'content-security-policy': DATA_POLICY } as const;

export interface DataReply {
  status?: number;
  type: string;
  requestId: string;
  fields?: Readonly<Record<string, string>>;
}

export function dataReply(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  { status = 200, type, requestId, fields }: DataReply,
): Response {
  // The fields are written out instead of spread from `commonFields`, because spreading takes several times as long.
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

/**
 * Creates a response with JSON or NDJSON text that is safe to show in a terminal, because it contains names and files
 * from other parties.
 */
export function jsonReply(text: string, requestId: string, type = 'application/json'): Response {
  return dataReply(printableJsonText(text), { type, requestId });
}

export function problemReply(name: ProblemName, requestId: string, facts: ProblemFacts = {}): Response {
  const { retryAfter, allow } = facts;
  const fields = {
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(allow !== undefined && { allow }),
  };
  const { status } = problemKinds[name];
  const body = printableJson(problemOf(name, facts, requestId));
  return dataReply(body, { status, type: 'application/problem+json', requestId, fields });
}

/** Creates a response for people: a page or a part of one, with its own policy. */
export function pageReply(
  body: string | Uint8Array<ArrayBuffer> | null,
  requestId: string,
  fields: Readonly<Record<string, string>>,
  status = 200,
): Response {
  return new Response(body, { status, headers: { ...pageFields, 'x-request-id': requestId, ...fields } });
}
