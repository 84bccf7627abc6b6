/**
 * The fetch loop (RFC 9309 §2.3.1): hop by hop along the redirects, within the limits, to an attempt that the outcome
 * table can judge. It never decides what an attempt means.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Location } from '../locate.ts';
import type { Fetched } from '../policy/advance.ts';
import type { GoodCopy, Hop } from '../policy/origin-record.ts';
import type { AddressPolicy, Transport } from '../transport/transport.ts';
import { after, childController } from '../within.ts';
import { bodyKindOf } from './body-kind.ts';
import { FetchFailure } from './fetch-failure.ts';
import { keptHeaders } from './kept-headers.ts';
import type { Limits } from './limits.ts';
import { isSelected } from './not-modified.ts';
import { discardBody, type ReadBody, readBody } from './read-body.ts';
import { nextUrl } from './redirect.ts';
import { isConditional, type RequestPurpose, requestHeaders } from './request-headers.ts';
import { type HopResponse, sendHop } from './send-hop.ts';
import { type SignRequest, signedHeaders } from './sign.ts';
import { requireWholeFile } from './whole-file.ts';

/** What every fetch of a client shares. */
export interface FetchSettings {
  userAgent: string;
  /** By scheme. */
  transports: ReadonlyMap<string, Transport>;
  addressPolicy: AddressPolicy;
  limits: Limits;
  clock: Clock;
  sign?: SignRequest | undefined;
  /** Called for every hop when its header is there or it failed. */
  onHop?: (hop: Hop) => void;
}

/** One fetch. */
export interface FetchRequest {
  location: Location;
  /** The last good copy: asked for conditionally. */
  copy?: GoodCopy | undefined;
  isReload: boolean;
  /** What the attempt is ordered by. */
  sentAt: number;
  signal: AbortSignal;
}

/** A chain under way. */
interface Chain {
  settings: FetchSettings;
  purpose: RequestPurpose;
  /** Ends with the caller's signal and with the total limit. */
  signal: AbortSignal;
  startedAt: number;
  sentAt: number;
  visited: string[];
  hops: Hop[];
}

/** The last answer of a chain, whose redirects are done. */
interface FinalResponse extends HopResponse {
  requestedAt: number;
  receivedAt: number;
  wasConditional: boolean;
  /** Ends the hop; one whose body was not read to its end has its signal aborted. */
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
    return failed(chain, error as FetchFailure);
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
        return received(chain, response, body);
      }
      const next = nextUrl(response, {
        visited: chain.visited,
        maxRedirects: chain.settings.limits.maxRedirects,
        schemes: chain.settings.transports,
      });
      if (next !== undefined) chain.visited.push(next);
      else if (!isOfAnotherCopy(response, chain.purpose.copy)) return answered(chain, response);
      else chain.purpose = { ...chain.purpose, copy: undefined };
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
    const signing = { timeoutMs: limits.headersTimeoutMs, signal: controller.signal };
    const headers = await signedHeaders(url, requestHeaders(url, chain.purpose), settings.sign, signing);
    signatureAgent = headers['signature-agent'];
    const hop = { url, headers, transport, addressPolicy, limits, signal: controller.signal };
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

function abandon({ body }: HopResponse, controller: AbortController): void {
  discardBody(body);
  controller.abort();
}

function noteHop({ hops, settings }: Chain, hop: Hop): void {
  hops.push(hop);
  settings.onHop?.(hop);
}

/** Bounds what one hop can take in a record. */
const maxUrlLength = 512;

/** A string of its own: a part of a longer one would keep that alive. */
function cut(text: string): string {
  return text.length <= maxUrlLength ? text : Buffer.from(text.slice(0, maxUrlLength)).toString();
}

/** What a hop sent. */
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
    ...(location === undefined ? {} : { location: cut(location) }),
  };
}

async function readWhole(chain: Chain, response: FinalResponse): Promise<ReadBody> {
  const { body, headers } = response;
  if (hasNoContent(response)) return { octets: new Uint8Array(), isTruncated: false };
  requireWholeFile(response);
  return readBody(body, headers, chain.settings.limits, chain.signal);
}

/** 204 and 205 by definition, whatever else is sent along (RFC 9110 §15.3.5–6). */
function hasNoContent({ status }: HopResponse): boolean {
  return status === 204 || status === 205;
}

function received(chain: Chain, response: FinalResponse, body: ReadBody): Fetched {
  const headers = keptHeaders(response.headers);
  const copy: GoodCopy = {
    body: body.octets,
    digest: createHash('sha256').update(body.octets).digest('hex'),
    isTruncated: body.isTruncated,
    status: response.status,
    fetchedAt: response.receivedAt,
    validatedAt: response.receivedAt,
    finalUrl: chain.visited.at(-1)!,
    headers,
  };
  const bodyKind = bodyKindOf(body, headers['content-type']);
  const attempt = { ...attemptOf(chain, response), ...(bodyKind === undefined ? {} : { bodyKind }) };
  return { attempt, requestedAt: response.requestedAt, copy };
}

/** A 304 whose validators say that it speaks of something else than the copy at hand: the file is asked for without any. */
function isOfAnotherCopy(
  { status, headers, wasConditional }: FinalResponse,
  held: GoodCopy | undefined,
): boolean {
  return status === 304 && wasConditional && held !== undefined && !isSelected(held.headers, headers);
}

/** A final answer without a body to read: 304 for the copy at hand, or a status that decides by itself. */
function answered(chain: Chain, response: FinalResponse): Fetched {
  const attempt = attemptOf(chain, response);
  const { requestedAt } = response;
  const { copy: held } = chain.purpose;
  if (response.status !== 304 || !response.wasConditional || held === undefined)
    return { attempt, requestedAt };
  // RFC 9111 §4.3.4: the fields that came replace those kept. Age and Date describe this response alone.
  const { age: _age, date: _date, ...kept } = held.headers;
  const headers = { ...kept, ...attempt.headers };
  const copy = { ...held, validatedAt: response.receivedAt, headers };
  const bodyKind = bodyKindOf({ octets: held.body, isTruncated: held.isTruncated }, headers['content-type']);
  const renewal = { ...attempt, status: held.status, headers, isRenewal: true };
  return { attempt: bodyKind === undefined ? renewal : { ...renewal, bodyKind }, requestedAt, copy };
}

function attemptOf(chain: Chain, response: FinalResponse): Fetched['attempt'] {
  return {
    status: response.status,
    startedAt: chain.startedAt,
    sentAt: chain.sentAt,
    endedAt: response.receivedAt,
    hops: chain.hops,
    headers: keptHeaders(response.headers),
    isRenewal: false,
  };
}

function failed(chain: Chain, { failure, code, message }: FetchFailure): Fetched {
  const endedAt = chain.settings.clock.now();
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
