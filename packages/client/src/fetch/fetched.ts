/** Converts the final response or failure of a redirect chain to an attempt and the received copy. Pure. */
import type { Fetched } from '../policy/advance.ts';
import { parseCacheControl } from '../policy/freshness.ts';
import type { GoodCopy, Hop, OriginRecord } from '../policy/origin-record.ts';
import { bodyKindOf } from './body-kind.ts';
import type { FetchFailure } from './fetch-failure.ts';
import { keptHeaders } from './kept-headers.ts';
import type { ReadBody } from './read-body.ts';

/** The part of a chain that a record shows. Times are in epoch milliseconds. */
export interface ChainFacts {
  startedAt: number;
  /** The time of the request. Attempts are ordered by this time. */
  sentAt: number;
  /** The URLs requested, in order. */
  visited: readonly string[];
  hops: readonly Hop[];
}

/** The last response of a chain, before its body. */
export interface FinalHead {
  status: number;
  /** The header fields, with names in lower case. */
  headers: Readonly<Record<string, string>>;
  requestedAt: number;
  receivedAt: number;
  /** Whether the request was conditional, so that a 304 is a valid response. */
  wasConditional: boolean;
}

/**
 * Whether a response has no body: 204 and 205 never have one, regardless of what the server sends (RFC 9110 §15.3.5–6).
 */
export function hasNoContent({ status }: Pick<FinalHead, 'status'>): boolean {
  return status === 204 || status === 205;
}

/** The result for a 2xx status with its body. @param digest SHA-256 of the body in hexadecimal. */
export function received(chain: ChainFacts, head: FinalHead, body: ReadBody, digest: string): Fetched {
  const headers = keptHeaders(head.headers);
  const copy: GoodCopy = {
    body: body.octets,
    digest,
    isTruncated: body.isTruncated,
    status: head.status,
    fetchedAt: head.receivedAt,
    validatedAt: head.receivedAt,
    finalUrl: chain.visited.at(-1)!,
    headers,
  };
  const bodyKind = bodyKindOf(body, headers['content-type']);
  const attempt = { ...attemptOf(chain, head), ...(bodyKind === undefined ? {} : { bodyKind }) };
  return { attempt, requestedAt: head.requestedAt, copy };
}

/** Whether a 304 does not match the copy's validators. If so, the file is requested again without validators. */
export function isOfAnotherCopy(
  { status, headers, wasConditional }: FinalHead,
  held: GoodCopy | undefined,
): boolean {
  return status === 304 && wasConditional && held !== undefined && !isSelected(held.headers, headers);
}

/**
 * The result for a final response without a body: a 304 that confirms the copy, or a status that is decisive by itself.
 */
export function answered(chain: ChainFacts, head: FinalHead, held: GoodCopy | undefined): Fetched {
  const attempt = attemptOf(chain, head);
  const { requestedAt } = head;
  if (head.status !== 304 || !head.wasConditional || held === undefined) return { attempt, requestedAt };
  const headers = renewedHeaders(held.headers, attempt.headers);
  const copy = { ...held, validatedAt: head.receivedAt, headers };
  const bodyKind = bodyKindOf({ octets: held.body, isTruncated: held.isTruncated }, headers['content-type']);
  const renewal = { ...attempt, status: held.status, headers, isRenewal: true };
  return { attempt: bodyKind === undefined ? renewal : { ...renewal, bodyKind }, requestedAt, copy };
}

/**
 * The result for a chain that ends at another origin's `/robots.txt`, of which a fresh record is kept. The answer is as
 * old as that record, so it expires with it.
 */
export function fromKept(chain: ChainFacts, { attempt, good }: OriginRecord, endedAt: number): Fetched {
  const { status, headers, bodyKind, startedAt: requestedAt, expiresAt, retryAt } = attempt;
  const { startedAt, sentAt, hops } = chain;
  return {
    attempt: {
      ...{ status, headers, startedAt, sentAt, endedAt, hops, isRenewal: false },
      ...(bodyKind !== undefined && { bodyKind }),
    },
    requestedAt,
    expiry: { expiresAt, ...(retryAt !== undefined && { retryAt }) },
    ...(good !== undefined && { copy: good }),
  };
}

/** The result for an attempt that ended without a decisive status. */
export function failed(
  chain: ChainFacts,
  { failure, code, message }: Pick<FetchFailure, 'failure' | 'code' | 'message'>,
  endedAt: number,
): Fetched {
  const attempt = {
    status: chain.hops.at(-1)?.status ?? 0,
    failure,
    startedAt: chain.startedAt,
    sentAt: chain.sentAt,
    endedAt,
    hops: chain.hops,
    headers: {},
    isRenewal: false,
    error: { code, message },
  };
  return { attempt, requestedAt: endedAt };
}

function attemptOf({ startedAt, sentAt, hops }: ChainFacts, head: FinalHead): Fetched['attempt'] {
  return {
    status: head.status,
    startedAt,
    sentAt,
    endedAt: head.receivedAt,
    hops,
    headers: keptHeaders(head.headers),
    isRenewal: false,
  };
}

type Fields = Readonly<Record<string, string>>;

/**
 * Whether a 304 with these header fields refers to the copy. If the 304 has an ETag, only the ETag counts; otherwise,
 * its Last-Modified must equal the copy's. A 304 without validators refers to the validators that were sent.
 */
function isSelected(copy: Fields, notModified: Fields): boolean {
  const { etag, 'last-modified': lastModified } = notModified;
  if (etag !== undefined) return copy['etag'] !== undefined && areAlike(copy['etag'], etag);
  return lastModified === undefined || lastModified === copy['last-modified'];
}

/**
 * Compares two ETags weakly (RFC 9110 §8.8.3.2). Although §4.3.4 requires equal strong validators, nginx sends `W/"1"`
 * with a compressed file and `"1"` with the 304 for the same version.
 */
function areAlike(held: string, came: string): boolean {
  return opaque(held) === opaque(came);
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag;
}

/** The stored fields after a 304. Fields of a 304 replace stored ones, except those that describe the stored body. */
function renewedHeaders(held: Fields, notModified: Fields): Record<string, string> {
  // Age and Date describe only one response.
  const { age: _age, date: _date, ...kept } = held;
  const {
    'content-type': _type,
    'content-length': _length,
    'content-encoding': _coding,
    ...came
  } = notModified;
  if (!forbidsStoring(came) || forbidsStoring(held)) return { ...kept, ...came };
  // Jetty forbids with each 304 to store what its 200 permitted. The copy that it confirms is already stored.
  const { 'cache-control': _control, expires: _expires, ...rest } = came;
  return { ...kept, ...rest };
}

function forbidsStoring(fields: Fields): boolean {
  return parseCacheControl(fields['cache-control'] ?? '').has('no-store');
}
