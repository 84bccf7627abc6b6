/** Tracks the resources of the service that each client and each request uses. */

import { createFairTurns, type EndTurn, type FairTurns } from '@robots-exclusion/client/turns';
import type { ServiceLimits } from '../limits.ts';
import { ProblemError, type Refusal } from '../problems.ts';
import { createProcessor, type Processor } from './processor.ts';
import { createQuota, type Quota, type QuotaRefusal } from './quota.ts';

export interface Shares {
  readonly requests: Quota;
  readonly streams: Quota;
  /** Octets of request bodies and of long responses that are being sent. */
  readonly held: Quota;
  readonly fetches: FairTurns;
  readonly cpu: Processor;
}

export function createShares(limits: ServiceLimits): Shares {
  return {
    requests: createQuota({
      total: limits.maxConcurrentRequests,
      perClient: limits.maxConcurrentRequestsPerClient,
    }),
    streams: createQuota({ total: limits.maxStreams, perClient: limits.maxStreamsPerClient }),
    held: createQuota({ total: limits.maxHeldBytes, perClient: limits.maxHeldBytesPerClient }),
    fetches: createFairTurns({ total: limits.maxFetches, perClient: limits.maxFetchesPerClient }),
    cpu: createProcessor({ perSecond: limits.cpuMsPerSecond, burst: limits.cpuBurstMs }),
  };
}

/** The resources that one request holds. When the request ends, all of them are released, and it cannot take more. */
export class RequestShare {
  readonly client: string;
  readonly #shares: Shares;
  #held = 0;
  #isCounted = false;
  #isStream = false;
  #isOver = false;

  constructor(shares: Shares, client: string) {
    this.#shares = shares;
    this.client = client;
  }

  /** Counts the request as being processed. Call it once the request has arrived completely. */
  begin(): Refusal | undefined {
    const refusal = refusalOf(this.#shares.requests.take(this.client), 'Too many requests are in progress');
    this.#isCounted = refusal === undefined;
    return refusal;
  }

  openStream(): Refusal | undefined {
    const refusal = refusalOf(this.#shares.streams.take(this.client), 'Too many streams are open');
    this.#isStream = refusal === undefined;
    return refusal;
  }

  /** Whether the response is a stream. If so, the share ends when the stream ends. */
  get isStream(): boolean {
    return this.#isStream;
  }

  get isHolding(): boolean {
    return this.#held > 0;
  }

  /**
   * Holds octets until they are released or the request ends.
   *
   * @throws {ProblemError} If there is no room for the octets, or the request has ended.
   */
  hold(octets: number): void {
    if (this.#isOver) throw new ProblemError('request-timeout');
    const refusal = refusalOf(this.#shares.held.take(this.client, octets), 'Too many octets are in memory');
    if (refusal) throw new ProblemError(refusal.problem, refusal.facts);
    this.#held += octets;
  }

  /** Releases octets before the request ends. */
  release(octets: number): void {
    if (this.#isOver) return;
    this.#held -= octets;
    this.#shares.held.give(this.client, octets);
  }

  /** Waits for a turn to fetch. What was fetched is read for this client. */
  async takeFetch(signal?: AbortSignal): Promise<EndTurn> {
    const end = await this.#shares.fetches.take(this.client, signal);
    return () => {
      this.enter();
      end();
    };
  }

  /** See {@link Processor.enter}: call it after every wait for a worker, a site or a socket. */
  enter(): void {
    this.#shares.cpu.enter(this.client);
  }

  /** See {@link Processor.turn}. */
  turn(): Promise<void> | undefined {
    return this.#shares.cpu.turn(this.client);
  }

  /** The seconds until the client may use the processor again; undefined if it may use it now. */
  waitForCpu(): number | undefined {
    return this.#shares.cpu.wait(this.client);
  }

  /**
   * Must be called when the response is ready. From then on, the request holds only the octets that are still being
   * sent.
   */
  endAnswering(): void {
    if (this.#isCounted) this.#shares.requests.give(this.client);
    this.#isCounted = false;
  }

  /** Releases all resources. */
  end(): void {
    this.endAnswering();
    if (this.#isStream) this.#shares.streams.give(this.client);
    if (this.#held > 0) this.#shares.held.give(this.client, this.#held);
    this.#isStream = false;
    this.#held = 0;
    this.#isOver = true;
  }
}

/** The wait that a refusal suggests before a retry. By then, the client and the service usually have capacity again. */
const RETRY_SECONDS = 1;

function refusalOf(limit: QuotaRefusal | undefined, what: string): Refusal | undefined {
  if (limit === undefined) return undefined;
  const facts = { retryAfter: RETRY_SECONDS, detail: limit === 'client' ? `${what} for this client` : what };
  return { problem: limit === 'client' ? 'client-busy' : 'overloaded', facts };
}
