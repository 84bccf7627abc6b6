/** What is turned away before anything of it is read: wrong hosts, pages of strangers, and clients that ask too much. */
import type { RateLimit } from '../limits.ts';
import type { ProblemFacts, ProblemName } from '../problems.ts';
import { bodyRefusal } from './body-guard.ts';
import { clientAddress } from './client-address.ts';
import { hostCheck } from './hosts.ts';
import { originCheck } from './origins.ts';
import { createRateMeter } from './rate.ts';

/** What is known of the connection that a request came by. */
export interface ConnectionFacts {
  /** The peer's address, for counting. */
  address?: string | undefined;
  /** Our own address on it: a `Host` that is this address is ours. */
  localAddress?: string | undefined;
  /** The header, where the host has it at hand: names in lower case, and nothing of a field that came twice is left out. */
  headers?: Readonly<Record<string, string | string[] | undefined>> | undefined;
}

/** Why a request is turned away. */
export interface Refusal {
  problem: ProblemName;
  facts?: ProblemFacts;
}

/** A request at the gate. */
export interface GateQuestion {
  request: Request;
  /** Of its URL. */
  path: string;
  connection: ConnectionFacts;
  /** Reads its header. */
  field: FieldReader;
}

/** Undefined when the request may come in. */
export type Gate = (question: GateQuestion) => Refusal | undefined;

/** Whom to let in. */
export interface GateOptions {
  allowHosts: readonly string[];
  allowOrigins: readonly string[];
  rate: RateLimit | 'unlimited';
  trustedProxies: number;
  isFull: () => boolean;
  maxRequestBytes: number;
}

/** What answers questions; the rest is small, and must be had when the service is busy. */
const COUNTED = '/v1/';

export function createGate(options: GateOptions): Gate {
  const { allowHosts, allowOrigins, rate, trustedProxies, isFull, maxRequestBytes } = options;
  const isOwnHost = hostCheck(allowHosts);
  const isOwnPage = originCheck(allowOrigins);
  const meter = rate === 'unlimited' ? undefined : createRateMeter(rate);
  return ({ request, path, connection, field }) => {
    const { address, localAddress } = connection;
    const host = field('host') ?? hostOf(request.url);
    if (!isOwnHost(host, localAddress)) return { problem: 'host-not-allowed' };
    const isCounted = path.startsWith(COUNTED);
    const source = { host, origin: field('origin'), site: field('sec-fetch-site') };
    // Following a link to a page is no request of the page that has the link.
    const isVisit = !isCounted && field('sec-fetch-mode') === 'navigate';
    if (!isVisit && !isOwnPage(source)) return { problem: 'origin-not-allowed' };
    if (!isCounted) return undefined;
    const forwardedFor = trustedProxies > 0 ? field('x-forwarded-for') : null;
    const retryAfter = meter?.take(clientAddress(address, forwardedFor, trustedProxies));
    if (retryAfter !== undefined) return { problem: 'rate-limited', facts: { retryAfter } };
    if (isFull()) return { problem: 'overloaded', facts: { retryAfter: 1 } };
    return request.method === 'POST' ? bodyRefusal(field, maxRequestBytes) : undefined;
  };
}

/** Reads fields of a request's header; null for those that are not there. */
export type FieldReader = (name: string) => string | null;

/** The quickest way to them. */
export function fieldReader(request: Request, { headers }: ConnectionFacts): FieldReader {
  if (headers === undefined) return (name) => request.headers.get(name);
  return (name) => {
    const value = headers[name];
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
