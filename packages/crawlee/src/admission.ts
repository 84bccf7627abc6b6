/** Decides with the client whether a request may be made now, and holds requests that may not be made yet. */
import type { Decision } from '@robots-exclusion/client';
import { askedUrlOf, type CrawleeRequest, skippedState } from './crawlee-types.ts';
import type { GuardSettings } from './guard-options.ts';
import { createWaitingRoom, type Held, type Lane, type WaitingRoom } from './waiting-room.ts';

/** Handles a request that will not be made. */
export type Drop = (request: CrawleeRequest, decision: Decision) => Promise<void>;

/** Admits requests on their way from a queue to a crawler. */
export interface Admission {
  room: WaitingRoom;
  /** The number of requests that are being checked: they are not waiting, and have not been handed out. */
  readonly asking: number;
  /** Returns the request if it may be made now; undefined if it has to wait or was dropped. */
  admit(request: CrawleeRequest): Promise<CrawleeRequest | undefined>;
  /** Returns a request that has waited and may be made now. */
  takeDue(): Promise<CrawleeRequest | undefined>;
}

export function createAdmission(settings: GuardSettings, drop: Drop): Admission {
  const { client, productTokens, maxDeferSeconds, clock } = settings;
  const room = createWaitingRoom();
  let asking = 0;

  async function counted<Result>(work: () => Promise<Result>): Promise<Result> {
    asking += 1;
    try {
      return await work();
    } finally {
      asking -= 1;
    }
  }

  /** Adds a new request to the end of its lane, or puts an old one back at the beginning. */
  function hold(lane: Lane, request: CrawleeRequest, since: number | undefined): undefined {
    if (since === undefined) lane.waiting.push({ request, since: clock.now() });
    else lane.waiting.unshift({ request, since });
    return undefined;
  }

  async function ask(request: CrawleeRequest, since?: number): Promise<CrawleeRequest | undefined> {
    const url = askedUrlOf(request);
    const decision = await client.check(url, { productTokens });
    const lane = room.lane(decision.robotsUrl ?? url);
    if (decision.action === 'skip') return dropped(request, decision);
    if (decision.action === 'defer') return defer(lane, request, decision, since);
    delete lane.deferred;
    // New requests go behind waiting ones.
    if (since === undefined && lane.waiting.length > 0) return hold(lane, request, since);
    return (await isOurTurn(lane, url)) ? request : hold(lane, request, since);
  }

  /** Checks a waiting request again. If the check fails, the request keeps its position in the lane. */
  async function askAgain(lane: Lane, held: Held): Promise<CrawleeRequest | undefined> {
    try {
      return await ask(held.request, held.since);
    } catch (error) {
      lane.waiting.unshift(held);
      throw error;
    }
  }

  async function defer(
    lane: Lane,
    request: CrawleeRequest,
    decision: Decision,
    since: number | undefined,
  ): Promise<undefined> {
    const now = clock.now();
    const until = decision.retryAt ?? now;
    lane.deferred = { until, since: lane.deferred?.since ?? now };
    if (until - lane.deferred.since > maxDeferSeconds * 1000) return dropped(request, decision);
    return hold(lane, request, since);
  }

  async function isOurTurn(lane: Lane, url: string): Promise<boolean> {
    const slot = lane.slots.shift() ?? (await reserve(lane, url));
    if (slot <= clock.now()) {
      lane.handedOutAt = clock.now();
      return true;
    }
    lane.slots.push(slot);
    lane.slots.sort((a, b) => a - b);
    return false;
  }

  /**
   * Reserves an instant at least one delay after the previous request was sent, because a crawler may have sent it
   * late.
   */
  async function reserve(lane: Lane, url: string): Promise<number> {
    const last = Math.max(lane.handedOutAt ?? 0, settings.pace.last(url) ?? 0);
    const notBefore = last + (lane.delayMs ?? 0);
    const { at, delayMs = 0 } = await client.reserve(url, { productTokens, notBefore });
    lane.delayMs = delayMs;
    return at;
  }

  async function dropped(request: CrawleeRequest, decision: Decision): Promise<undefined> {
    request.noRetry = true;
    request.state = skippedState;
    await drop(request, decision);
    return undefined;
  }

  return {
    room,
    get asking() {
      return asking;
    },
    admit: (request) => counted(() => ask(request)),
    takeDue: () =>
      counted(async () => {
        for (let lane = room.due(clock.now()); lane !== undefined; lane = room.due(clock.now())) {
          const held = lane.waiting.shift()!;
          const ready = await askAgain(lane, held);
          if (ready !== undefined) return ready;
        }
        return undefined;
      }),
  };
}
