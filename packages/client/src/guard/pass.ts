/**
 * Lets one page request pass: checks the rules and the use, waits until the site's delay has passed, and checks the
 * rules again. The delay counts from the latest request to the site that this process knows of, either for a page or
 * for robots.txt.
 */
import type { CheckOptions } from '../check-options.ts';
import type { RobotsClient } from '../client.ts';
import type { ClientSettings } from '../client-options.ts';
import type { Clock } from '../clock.ts';
import type { Decision } from '../decision.ts';
import { locate } from '../locate.ts';
import { lineKey } from '../politeness/sent-times.ts';
import { deferralOf, refusalOf } from './guard-error.ts';
import { createLines, type Line, type Lines } from './turns.ts';

export interface PassOptions {
  readonly client: RobotsClient;
  readonly settings: ClientSettings;
  readonly keepsDelay: boolean;
  readonly maxWaitMs: number;
  readonly clock: Clock;
  /** Whether later callers in the queue wait until `sent` is called. */
  readonly holdsLine: boolean;
  readonly waitUntil: (at: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface Pass {
  readonly decision: Decision;
  /**
   * Reports that the request is being sent now. Connecting may have delayed it. Lets the next caller in the queue
   * proceed.
   */
  sent(): void;
  /** Reports that the response has begun, so the site has received the request. */
  answered(): void;
}

/**
 * The assumed maximum time between sending a request and its arrival at the site. If the response begins earlier, the
 * request is assumed to have arrived when the response began.
 */
const maxTravelMs = 50;

/**
 * A caller that is late by more than this has missed its reserved time, because the next time may already belong to
 * another caller.
 */
const maxLateMs = 250;

/**
 * The maximum time that a caller blocks its queue after its turn has come. There is a limit because the request may
 * never be sent.
 */
const maxHeldMs = 5000;

/** The maximum number of reserved times per request. The last of them is used even if it was missed. */
const maxTries = 3;

const linesOf = new WeakMap<ClientSettings, Lines>();

/** @throws {GuardError} If the URL must not be fetched, or not within `maxWaitMs`. */
export async function pass(
  url: string | URL,
  asked: CheckOptions,
  options: PassOptions,
  check: () => Promise<Decision>,
): Promise<Pass> {
  const { settings, keepsDelay } = options;
  const first = await allowed(check);
  const origin = locate(url)?.origin ?? '';
  const key = lineKey(origin, tokensOf(asked, settings));
  const isItself = first.verdict?.because === 'robots-txt-itself';
  const delayMs = keepsDelay ? delaySecondsOf(first, settings) * 1000 : 0;
  // A request for robots.txt itself never waits, but the delay of later requests counts from it.
  if (isItself || delayMs === 0) return passed(first, key, options);
  const turn: Turn = {
    url,
    asked,
    check,
    origin,
    key,
    delayMs,
    deadline: options.clock.now() + options.maxWaitMs,
  };
  const lines = linesOf.get(settings) ?? createLines();
  linesOf.set(settings, lines);
  const { decision, leave } = await inLine(lines(key), first, turn, options);
  return passed(decision, key, options, leave);
}

/** A request that waits for its turn. */
interface Turn {
  readonly url: string | URL;
  readonly asked: CheckOptions;
  readonly check: () => Promise<Decision>;
  readonly origin: string;
  readonly key: string;
  readonly delayMs: number;
  /** In epoch milliseconds. */
  readonly deadline: number;
}

/** @returns The decision. If the queue stays blocked until the request is sent, also a function that ends the turn. */
async function inLine(
  line: Line,
  first: Decision,
  turn: Turn,
  options: PassOptions,
): Promise<{ decision: Decision; leave?: () => void }> {
  const now = options.clock.now();
  const isFirst = line.headAt === undefined && line.waiting === 0;
  const earliest = isFirst ? now : (line.headAt ?? now) + (line.waiting + 1) * turn.delayMs;
  if (earliest > turn.deadline) throw deferralOf(first, earliest);
  const leave = await line.enter(turn.asked.signal);
  let isHeld = false;
  try {
    let slotAt = await waitForInstant(line, first, turn, options);
    const second = await allowed(turn.check);
    // The time may have been missed: the check may have fetched the rules again, or this process may have been delayed.
    const isMissed = (): boolean =>
      dueAt(turn, options) > options.clock.now() || options.clock.now() - slotAt > maxLateMs;
    for (let tries = 1; tries < maxTries && isMissed(); tries++) {
      slotAt = await waitForInstant(line, second, turn, options);
    }
    options.settings.sent.note(turn.key, options.clock.now());
    isHeld = options.holdsLine;
    return isHeld ? { decision: second, leave } : { decision: second };
  } finally {
    if (!isHeld) leave();
  }
}

async function waitForInstant(
  line: Line,
  decision: Decision,
  turn: Turn,
  options: PassOptions,
): Promise<number> {
  const { client, clock, waitUntil } = options;
  const { url, asked, deadline } = turn;
  const slot = await client.reserve(url, { ...asked, notBefore: dueAt(turn, options) });
  if (slot.at > deadline) {
    slot.giveBack?.();
    throw deferralOf(decision, slot.at);
  }
  line.headAt = slot.at;
  for (let at = slot.at; at > clock.now(); at = Math.max(at, dueAt(turn, options))) {
    await waitUntil(at, asked.signal).catch((error) => {
      slot.giveBack?.();
      throw error;
    });
  }
  return slot.at;
}

/**
 * The earliest time for the request: one delay after this process's last request to the site, for a page or for
 * robots.txt.
 */
function dueAt({ key, origin, delayMs }: Turn, { settings }: PassOptions): number {
  const page = settings.sent.last(key) ?? Number.NEGATIVE_INFINITY;
  const robots = settings.sent.last(origin) ?? Number.NEGATIVE_INFINITY;
  return Math.max(page, robots) + delayMs;
}

function passed(decision: Decision, key: string, { settings, clock }: PassOptions, leave?: () => void): Pass {
  let sentAt = clock.now();
  settings.sent.note(key, sentAt);
  const timer = leave && setTimeout(leave, maxHeldMs);
  return {
    decision,
    sent() {
      sentAt = clock.now();
      settings.sent.note(key, sentAt);
      clearTimeout(timer);
      leave?.();
    },
    answered: () => settings.sent.note(key, Math.min(clock.now(), sentAt + maxTravelMs)),
  };
}

async function allowed(check: () => Promise<Decision>): Promise<Decision> {
  const decision = await check();
  if (decision.action === 'fetch') return decision;
  throw refusalOf(decision);
}

function delaySecondsOf(
  { crawlDelaySeconds }: Decision,
  { defaultCrawlDelaySeconds, maxCrawlDelaySeconds }: ClientSettings,
): number {
  return crawlDelaySeconds ?? Math.min(defaultCrawlDelaySeconds, maxCrawlDelaySeconds);
}

function tokensOf({ productTokens, profile }: CheckOptions, settings: ClientSettings): readonly string[] {
  if (profile !== undefined) return [profile.token].flat();
  return productTokens === undefined ? settings.productTokens : [productTokens].flat();
}
