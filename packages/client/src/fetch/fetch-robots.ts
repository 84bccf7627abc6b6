/**
 * The fetch loop (RFC 9309 §2.3.1): follows redirects hop by hop, within the limits, until an attempt has ended. The
 * outcome table, not this loop, decides what the attempt means.
 */

import { createHash } from 'node:crypto';
import { withoutUserInformation } from 'robots-exclusion/print';
import type { Clock } from '../clock.ts';
import type { Location } from '../locate.ts';
import type { Fetched } from '../policy/advance.ts';
import type { GoodCopy, Hop, OriginRecord } from '../policy/origin-record.ts';
import { refusalWithoutDns } from '../transport/address-policy.ts';
import type { AddressPolicy, Transport } from '../transport/transport.ts';
import { after, childController } from '../within.ts';
import { requireWholeFile } from './body-kind.ts';
import { isConditional, validatorsFor } from './conditional.ts';
import { acceptEncoding } from './decode.ts';
import { FetchFailure } from './fetch-failure.ts';
import {
  answered,
  type ChainFacts,
  type FinalHead,
  failed,
  fromKept,
  hasNoContent,
  isOfAnotherCopy,
  received,
} from './fetched.ts';
import type { Limits } from './limits.ts';
import { discardBody, type ReadBody, readBody } from './read-body.ts';
import { nextUrl } from './redirect.ts';
import { type HopResponse, sendHop } from './send-hop.ts';
import { type SignRequest, signedHeaders } from './sign.ts';

/** The settings that all fetches of a client share. */
export interface FetchSettings {
  userAgent: string;
  /** Transports by scheme. */
  transports: ReadonlyMap<string, Transport>;
  addressPolicy: AddressPolicy;
  limits: Limits;
  clock: Clock;
  sign?: SignRequest | undefined;
  /** The fresh record of the origin whose `/robots.txt` a redirect names; undefined if there is none. */
  keptFor?: (url: string, signal: AbortSignal) => Promise<OriginRecord | undefined>;
  /** Called for every hop when its header has arrived or it has failed. */
  onHop?: (hop: Hop) => void;
}

export interface FetchRequest {
  location: Location;
  /** The last good copy, for a conditional request. */
  copy?: GoodCopy | undefined;
  isReload: boolean;
  /** The time of the request. Attempts are ordered by this time. */
  sentAt: number;
  signal: AbortSignal;
}

interface Chain extends ChainFacts {
  settings: FetchSettings;
  purpose: RequestPurpose;
  hasKeptCopy: boolean;
  /** Aborted when the caller's signal is aborted or the total timeout is reached. */
  signal: AbortSignal;
  visited: string[];
  hops: Hop[];
}

/** The last response of a chain, after all redirects. */
interface FinalResponse extends Omit<FinalHead, 'headers'>, HopResponse {
  /** Ends the hop. If the body was not read to the end, this aborts the hop's signal. */
  close(isComplete: boolean): void;
}

/**
 * Fetches the robots.txt of one origin.
 *
 * @throws The signal's reason when it is aborted; nothing else.
 */
export async function fetchRobots(request: FetchRequest, settings: FetchSettings): Promise<Fetched> {
  const { controller, unlink } = childController(request.signal);
  const { totalTimeoutMs } = settings.limits;
  const stop = after(totalTimeoutMs, () => {
    controller.abort(
      new FetchFailure('timeout-total', 'ERR_ROBOTS_TIMEOUT', `Not finished within ${totalTimeoutMs} ms`),
    );
  });
  const chain: Chain = {
    settings,
    purpose: { userAgent: settings.userAgent, copy: request.copy, isReload: request.isReload },
    hasKeptCopy: request.copy !== undefined,
    signal: controller.signal,
    startedAt: settings.clock.now(),
    sentAt: request.sentAt,
    visited: [request.location.robotsUrl],
    hops: [],
  };
  try {
    return await followChain(chain);
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason;
    return failed(chain, error as FetchFailure, settings.clock.now());
  } finally {
    stop();
    unlink();
  }
}

async function followChain(chain: Chain): Promise<Fetched> {
  for (;;) {
    const response = await askHop(chain);
    let isComplete = false;
    try {
      if (response.status >= 200 && response.status < 300) {
        const body = await readWhole(chain, response);
        isComplete = !body.isTruncated && !hasNoContent(response);
        return received(chain, response, body, sha256(body.octets));
      }
      const next = nextUrl(response, {
        visited: chain.visited,
        maxRedirects: chain.settings.limits.maxRedirects,
        schemes: chain.settings.transports,
      });
      if (next !== undefined) {
        chain.visited.push(next);
        // One file may serve many origins: whoever has asked for it lately does not ask again.
        const kept = await chain.settings.keptFor?.(next, chain.signal);
        if (kept !== undefined && refusalWithoutDns(chain.settings.addressPolicy, next) === undefined)
          return fromKept(chain, kept, chain.settings.clock.now());
      } else if (!isOfAnotherCopy(response, chain.purpose.copy)) {
        return answered(chain, response, chain.purpose.copy);
      } else chain.purpose = { ...chain.purpose, copy: undefined };
    } finally {
      response.close(isComplete);
    }
  }
}

async function askHop(chain: Chain): Promise<FinalResponse> {
  const { settings, visited } = chain;
  const { limits, addressPolicy } = settings;
  const url = visited.at(-1)!;
  const transport = settings.transports.get(new URL(url).protocol.slice(0, -1))!;
  const { controller, unlink } = childController(chain.signal);
  const requestedAt = settings.clock.now();
  const startedAt = performance.now();
  let signatureAgent: string | undefined;
  try {
    requireLetThrough(addressPolicy, url);
    const signing = { timeoutMs: limits.headersTimeoutMs, signal: controller.signal };
    const headers = await signedHeaders(url, requestHeaders(url, chain.purpose), settings.sign, signing);
    signatureAgent = headers['signature-agent'];
    const { hasKeptCopy } = chain;
    const hop = { url, headers, transport, addressPolicy, limits, signal: controller.signal, hasKeptCopy };
    const response = await sendHop(hop);
    noteHop(chain, toHop({ url, at: requestedAt, signatureAgent }, performance.now() - startedAt, response));
    const close = (isComplete: boolean): void => {
      unlink();
      if (!isComplete) abandon(response, controller);
    };
    const receivedAt = settings.clock.now();
    return { ...response, requestedAt, receivedAt, wasConditional: isConditional(headers), close };
  } catch (error) {
    unlink();
    controller.abort();
    noteHop(chain, toHop({ url, at: requestedAt, signatureAgent }, performance.now() - startedAt));
    throw error;
  }
}

/** Rejects URLs that the policy can refuse without name resolution; applies to the first hop and each redirect. */
function requireLetThrough(policy: AddressPolicy, url: string): void {
  const refusal = refusalWithoutDns(policy, url);
  if (refusal !== undefined)
    throw new FetchFailure('address-refused', 'ERR_ROBOTS_ADDRESS_REFUSED', refusal.message);
}

function abandon({ body }: HopResponse, controller: AbortController): void {
  discardBody(body);
  controller.abort();
}

function noteHop({ hops, settings }: Chain, hop: Hop): void {
  hops.push(hop);
  settings.onHop?.(hop);
}

/** Limit on the length of a URL in a record. */
const maxUrlLength = 512;

/** Truncates a URL. Copies the result, because a substring would keep the longer string in memory. */
function cut(text: string): string {
  return text.length <= maxUrlLength ? text : Buffer.from(text.slice(0, maxUrlLength)).toString();
}

interface SentHop {
  url: string;
  at: number;
  signatureAgent: string | undefined;
}

function toHop({ url, at, signatureAgent }: SentHop, elapsedMs: number, response?: HopResponse): Hop {
  const signed = signatureAgent === undefined ? {} : { signatureAgent: cut(signatureAgent) };
  const hop: Hop = { url: cut(url), at, durationMs: Math.round(elapsedMs), ...signed };
  if (response === undefined) return hop;
  const { status, headers } = response;
  const location = status >= 300 && status < 400 ? headers['location'] : undefined;
  return {
    ...hop,
    status,
    ...(location === undefined ? {} : { location: cut(withoutUserInformation(location)) }),
  };
}

function sha256(octets: Uint8Array): string {
  return createHash('sha256').update(octets).digest('hex');
}

async function readWhole(chain: Chain, response: FinalResponse): Promise<ReadBody> {
  const { body, headers } = response;
  if (hasNoContent(response)) return { octets: new Uint8Array(), isTruncated: false };
  requireWholeFile(response);
  return readBody(body, headers, chain.settings.limits, chain.signal);
}

interface RequestPurpose {
  userAgent: string;
  /** The stored copy; without it, the request is unconditional. */
  copy?: GoodCopy | undefined;
  /** Whether the caller needs a fresh file. If so, intermediate caches must revalidate, and no validators are sent. */
  isReload: boolean;
}

/** The header fields for one hop, without credentials, cookies or a referrer. */
function requestHeaders(url: string, { userAgent, copy, isReload }: RequestPurpose): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: 'text/plain, text/*;q=0.9, */*;q=0.1',
    'accept-encoding': acceptEncoding,
    ...(isReload ? { 'cache-control': 'no-cache' } : {}),
    ...(isReload ? {} : validatorsFor(url, copy)),
  };
}
