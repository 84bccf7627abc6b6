/** The requests of a browser that wait for an answer of `ask`, and those whose response has not begun. */

import type { Ask } from './ask.ts';
import { type Session, stop } from './devtools-session.ts';
import { headerOf, type PausedRequest } from './paused-request.ts';

const MAX_UNANSWERED = 1000;

export interface WaitingRequests {
  /** Resolves to whether the request may be sent. It may not if the driver leaves in the meantime. */
  mayBeSent(session: Session, paused: PausedRequest): Promise<boolean>;
  answered(paused: PausedRequest): void;
  /** Fails all requests that wait, and all that come later. */
  failAll(): Promise<void>;
}

let guards = 0;

/** Requests that were let through, by what is the same of them in all sessions of a browser. */
type Unanswered = Map<string, { readonly by: object; readonly answered: () => void }>;

/** Guards of one browser by several drivers share the turns of its requests if they ask the same function. */
const unansweredOf = new WeakMap<Ask, Unanswered>();

export function waitingRequests(ask: Ask): WaitingRequests {
  const waiting = new Map<PausedRequest, Session>();
  const unanswered: Unanswered = unansweredOf.get(ask) ?? new Map();
  unansweredOf.set(ask, unanswered);
  const own = `${++guards}`;
  let isLeaving = false;
  let leaveToSignals = (): void => {};

  function remember(paused: PausedRequest, answered: () => void): void {
    const [oldest] = unanswered;
    if (oldest !== undefined && unanswered.size >= MAX_UNANSWERED) forget(oldest[0]);
    unanswered.set(keyOf(paused), { by: waiting, answered });
  }

  function forget(key: string): void {
    unanswered.get(key)?.answered();
    unanswered.delete(key);
  }

  /** Ids of a frame and of its network request are the same in all sessions; those of a pause are not. */
  function keyOf({ networkId, frameId, requestId, request: { url } }: PausedRequest): string {
    const isShared = networkId !== undefined && frameId !== undefined;
    return isShared ? `${frameId} ${networkId} ${url}` : `${own} ${requestId}`;
  }

  async function failAll(): Promise<void> {
    isLeaving = true;
    const requests = [...waiting];
    waiting.clear();
    await Promise.all(requests.map(([paused, session]) => stop(session, paused)));
  }

  return {
    async mayBeSent(session, paused) {
      const { request, frameId } = paused;
      const userAgent = headerOf(paused, 'user-agent');
      const known = {
        ...(frameId !== undefined && { frameId }),
        ...(userAgent !== undefined && { userAgent }),
      };
      if (isLeaving) return false;
      const passed = unanswered.get(keyOf(paused));
      if (passed !== undefined && passed.by !== waiting) return true;
      if (waiting.size === 0) leaveToSignals = beforeSignals(failAll);
      waiting.set(paused, session);
      try {
        await ask(request.url, { ...known, onPass: (answered) => remember(paused, answered) });
        return waiting.has(paused);
      } catch {
        return false;
      } finally {
        waiting.delete(paused);
        if (waiting.size === 0) leaveToSignals();
      }
    },
    answered: (paused) => forget(keyOf(paused)),
    failAll,
  };
}

/** The signals that end a program and that it can catch. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Limit on the wait for the actions, in milliseconds. */
const LIMIT_MS = 1000;

const actions = new Set<() => Promise<void>>();

/**
 * Performs an action before a signal ends the program, until the returned function is called. A program that listens to
 * the signal itself decides what it ends, so nothing happens there.
 */
function beforeSignals(action: () => Promise<void>): () => void {
  if (actions.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  actions.add(action);
  return () => {
    if (actions.delete(action) && actions.size === 0) for (const signal of SIGNALS) process.off(signal, end);
  };
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (process.listenerCount(signal) > 1) return;
  const late = new Promise((resolve) => setTimeout(resolve, LIMIT_MS));
  await Promise.race([late, Promise.allSettled([...actions].map((action) => action()))]);
  for (const each of SIGNALS) process.off(each, end);
  process.kill(process.pid, signal);
}
