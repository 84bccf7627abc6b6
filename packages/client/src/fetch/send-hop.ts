/** Sends one request of the chain, waits for its response, and validates it. */
import type { AddressPolicy, Transport } from '../transport/transport.ts';
import { within } from '../within.ts';
import { FetchFailure, failureOf } from './fetch-failure.ts';
import type { Limits } from './limits.ts';
import { discardBody, type RawBody } from './read-body.ts';

export interface HopRequest {
  url: string;
  headers: Record<string, string>;
  transport: Transport;
  addressPolicy: AddressPolicy;
  limits: Limits;
  signal: AbortSignal;
  /** Whether rules of this origin are kept. */
  hasKeptCopy: boolean;
}

/** A validated response. */
export interface HopResponse {
  status: number;
  headers: Record<string, string>;
  body: RawBody;
}

/** Limit on the length of a field value; no relevant field is longer, so the rest is dropped. */
const maxFieldLength = 8192;

/**
 * Sends one request and waits for the header of its response.
 *
 * @throws {FetchFailure} For every kind of failure, including a transport that breaks its contract.
 * @throws The signal's reason when it is aborted.
 */
export async function sendHop(request: HopRequest): Promise<HopResponse> {
  const { limits, signal } = request;
  const sent = send(request);
  try {
    const ms = limits.headersTimeoutMs;
    const timeout = (): Error =>
      new FetchFailure('timeout-headers', 'ERR_ROBOTS_TIMEOUT', `No header within ${ms} ms`);
    return checked(await within(sent, { ms, timeout, signal }));
  } catch (error) {
    sent.then(
      (late) => discardBody((late as HopResponse | undefined)?.body),
      () => {},
    );
    if (signal.aborted) throw signal.reason;
    throw failureOf(error, 'header');
  }
}

/**
 * Sends the request. This function is async, so a transport that throws synchronously is treated like one that rejects.
 */
async function send({ transport, limits: { maxBytes }, ...request }: HopRequest): Promise<unknown> {
  return transport.send({ ...request, maxBytes });
}

function checked(response: unknown): HopResponse {
  const { status, headers, body } = (response ?? {}) as Partial<HopResponse>;
  if (!Number.isInteger(status) || status! < 200 || status! > 599) {
    throw malformed(`status ${String(status).slice(0, 20)}`);
  }
  // A missing body counts as empty, because statuses such as 204 have none.
  const known = body ?? new Uint8Array();
  if (!(known instanceof Uint8Array) && typeof known[Symbol.asyncIterator] !== 'function') {
    throw malformed('a body that is neither octets nor an async iterable of them');
  }
  return { status: status!, headers: fieldsOf(headers), body: known };
}

/** Copies own enumerable fields only, with names in lower case and values trimmed and cut. */
function fieldsOf(headers: unknown): Record<string, string> {
  if (typeof headers !== 'object' || headers === null) return {};
  const fields = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    fields.map(([name, value]) => [name.toLowerCase(), String(value).trim().slice(0, maxFieldLength)]),
  );
}

function malformed(what: string): FetchFailure {
  return new FetchFailure(
    'malformed-response',
    'ERR_ROBOTS_BAD_RESPONSE',
    `Cannot use the response: it has ${what}`,
  );
}
