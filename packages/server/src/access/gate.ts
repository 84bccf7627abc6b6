/** What is turned away before anything of it is read: wrong hosts, pages of strangers, and clients that ask too much. */
import { parseUrl } from '@robots-exclusion/client/url';
import type { RateLimit } from '../limits.ts';
import type { Refusal } from '../problems.ts';
import { bodyRefusal } from './body-guard.ts';
import { createBuckets } from './buckets.ts';
import type { ConnectionFacts, FieldReader } from './connection.ts';
import { hostCheck, isLoopbackHost } from './hosts.ts';
import { originCheck } from './origins.ts';
import type { RequestShare } from './shares.ts';

/** A request at the gate. */
export interface GateQuestion {
  request: Request;
  /** Of its URL. */
  path: string;
  connection: ConnectionFacts;
  /** Reads its header. */
  field: FieldReader;
  share: RequestShare;
}

/** Undefined when the request may come in. */
export type Gate = (question: GateQuestion) => Refusal | undefined;

/** Whom to let in. */
export interface GateOptions {
  allowHosts: readonly string[];
  allowOrigins: readonly string[];
  rate: RateLimit | 'unlimited';
  isFull: () => boolean;
  maxRequestBytes: number;
}

/** What answers questions; the rest is small, and must be reachable when the service is busy. */
const COUNTED = '/v1/';

/** What makes the service fetch although a browser can be made to ask for it by an image. */
const FETCHING: ReadonlySet<string> = new Set(['/v1/robots', '/v1/sitemap']);

/** The request is one that counts towards limits. */
export function isCounted(path: string): boolean {
  return path.startsWith(COUNTED);
}

export function createGate(options: GateOptions): Gate {
  const { allowHosts, allowOrigins, rate, isFull, maxRequestBytes } = options;
  const isOwnHost = hostCheck(allowHosts);
  const isOwnPage = originCheck(allowOrigins);
  const buckets = rate === 'unlimited' ? undefined : createBuckets(rate);
  return ({ request, path, connection, field, share }) => {
    const host = field('host') ?? hostOf(request.url);
    if (!isOwnHost(host, connection.localAddress)) return { problem: 'host-not-allowed' };
    const isQuestion = isCounted(path);
    const source = { host, origin: field('origin'), site: field('sec-fetch-site') };
    // Following a link to a page is not a request of the page that has the link.
    const isVisit = !isQuestion && field('sec-fetch-mode') === 'navigate';
    if (!isVisit && !isOwnPage(source)) return { problem: 'origin-not-allowed' };
    if (!isQuestion) return undefined;
    if (FETCHING.has(path) && !isDeliberate(host, field)) return { problem: 'header-required' };
    const retryAfter = buckets?.take(share.client) ?? share.waitForCpu();
    if (retryAfter !== undefined) return { problem: 'rate-limited', facts: { retryAfter } };
    if (isFull()) return { problem: 'overloaded', facts: { retryAfter: 1 } };
    return request.method === 'POST' ? bodyRefusal(field, maxRequestBytes) : undefined;
  };
}

/**
 * No page of a stranger made a browser send this. To a loopback address browsers say by `Sec-Fetch-Site` who asks, to
 * any other one over plain HTTP they do not (W3C Fetch Metadata §2: potentially trustworthy URLs only), and an image
 * carries no `Origin`. But it carries no custom field either: the browser would have to ask first (CORS).
 */
function isDeliberate(host: string, field: FieldReader): boolean {
  return isLoopbackHost(host) || field('sec-fetch-site') !== null || field('x-requested-with') !== null;
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? '';
}
