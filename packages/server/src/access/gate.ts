/**
 * Rejects a request if its host is wrong, a page of another site sent it, or its client exceeds the limits. The gate
 * checks each request before the body is read.
 */
import { parseUrl } from '@robots-exclusion/client/url';
import { essenceOf, NDJSON } from '../body/media-type.ts';
import type { RateLimit } from '../limits.ts';
import type { Refusal } from '../problems.ts';
import { createBuckets } from './buckets.ts';
import type { ConnectionFacts, FieldReader } from './connection.ts';
import { hostCheck, isLoopbackHost } from './hosts.ts';
import { originCheck } from './origins.ts';
import type { RequestShare } from './shares.ts';

/** The media types that are accepted. */
const JSON_TYPE = 'application/json';

/**
 * Returns the reason to reject the body of a POST; undefined if the body is accepted. The stated length is trusted,
 * because the transport enforces it.
 */
export function bodyRefusal(field: FieldReader, maxBytes: number): Refusal | undefined {
  const type = field('content-type') ?? undefined;
  const essence = type === JSON_TYPE ? JSON_TYPE : essenceOf(type);
  const coding = field('content-encoding');
  const isKnown = essence === JSON_TYPE || essence === NDJSON;
  if (!isKnown || (coding !== null && coding.toLowerCase() !== 'identity')) {
    const detail = 'Expected application/json or application/x-ndjson, without a content coding';
    return { problem: 'unsupported-media-type', facts: { detail } };
  }
  // For a stream, the limit applies to each line instead.
  if (essence === NDJSON || Number(field('content-length') ?? 0) <= maxBytes) return undefined;
  return {
    problem: 'content-too-large',
    facts: { detail: `The body has more than ${maxBytes} octets, the limit maxRequestBytes` },
  };
}

export interface GateQuestion {
  request: Request;
  path: string;
  connection: ConnectionFacts;
  field: FieldReader;
  share: RequestShare;
}

/** Returns a reason to reject the request; undefined if it is admitted. */
export type Gate = (question: GateQuestion) => Refusal | undefined;

export interface GateOptions {
  allowHosts: readonly string[];
  allowOrigins: readonly string[];
  rate: RateLimit | 'unlimited';
  isFull: () => boolean;
  maxRequestBytes: number;
  /** Whether a path takes bodies. Elsewhere, the method is what is wrong with a request that has one. */
  takesBody(path: string): boolean;
}

/** The path prefix of routes that answer questions. Only these count as concurrent requests. */
const QUESTIONS = '/v1/';

/**
 * Routes without a limit, because whoever restarts instances needs them most when a service is busy. They send a text
 * that is already there.
 */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Routes that make the service fetch from a site. They use GET, so any page can request them by embedding an image. */
const FETCHING: ReadonlySet<string> = new Set(['/v1/robots', '/v1/sitemap']);

/** Whether the request counts as one of the concurrent requests. */
export function isQuestion(path: string): boolean {
  return path.startsWith(QUESTIONS);
}

export function createGate(options: GateOptions): Gate {
  const { allowHosts, allowOrigins, rate, isFull, maxRequestBytes, takesBody } = options;
  const isOwnHost = hostCheck(allowHosts);
  const isOwnPage = originCheck(allowOrigins);
  const buckets = rate === 'unlimited' ? undefined : createBuckets(rate);
  return ({ request, path, connection, field, share }) => {
    const host = field('host') ?? hostOf(request.url);
    if (!isOwnHost(host, connection.localAddress)) return { problem: 'host-not-allowed' };
    const source = { host, origin: field('origin'), site: field('sec-fetch-site') };
    // When a user follows a link, the request counts as the user's own, not as one from the site that contains the
    // link.
    const isVisit = !isQuestion(path) && field('sec-fetch-mode') === 'navigate';
    if (!isVisit && !isOwnPage(source)) return { problem: 'origin-not-allowed' };
    if (PROBES.has(path)) return undefined;
    if (FETCHING.has(path) && !isDeliberate(host, field)) return { problem: 'header-required' };
    const retryAfter = buckets?.take(share.client) ?? share.waitForCpu();
    if (retryAfter !== undefined) return { problem: 'rate-limited', facts: { retryAfter } };
    if (!isQuestion(path)) return undefined;
    if (isFull()) return { problem: 'overloaded', facts: { retryAfter: 1 } };
    return request.method === 'POST' && takesBody(path) ? bodyRefusal(field, maxRequestBytes) : undefined;
  };
}

/**
 * Whether it is certain that no page of another site made a browser send this request. For loopback addresses, browsers
 * name the source in `Sec-Fetch-Site`. For other addresses over plain HTTP, browsers do not send that field (W3C Fetch
 * Metadata §2: only potentially trustworthy URLs), and they send no `Origin` for an image. However, an image cannot add
 * a custom field, because the browser would first have to request permission (CORS).
 */
function isDeliberate(host: string, field: FieldReader): boolean {
  return isLoopbackHost(host) || field('sec-fetch-site') !== null || field('x-requested-with') !== null;
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? '';
}
