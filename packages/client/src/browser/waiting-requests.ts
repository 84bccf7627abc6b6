/** The requests of a browser that wait for an answer of `ask`, and those whose response has not begun. */
import { stop } from './answer.ts';
import type { Ask } from './ask.ts';
import type { Session } from './devtools-session.ts';
import { headerOf, type PausedRequest } from './paused-request.ts';

/** Limit on the unanswered requests that are remembered per browser. */
const MAX_UNANSWERED = 1000;

/** The requests of one browser. */
export interface WaitingRequests {
  /** Resolves to whether the request may be sent. It may not if the driver leaves in the meantime. */
  mayBeSent(session: Session, paused: PausedRequest): Promise<boolean>;
  /** Notes that the response has begun. */
  answered(paused: PausedRequest): void;
  /** Fails all requests that wait, and all that come later. */
  failAll(): Promise<void>;
}

export function waitingRequests(ask: Ask): WaitingRequests {
  const waiting = new Map<PausedRequest, Session>();
  const unanswered = new Map<string, () => void>();
  let isLeaving = false;

  function remember(requestId: string, answered: () => void): void {
    const [oldest] = unanswered;
    if (oldest !== undefined && unanswered.size >= MAX_UNANSWERED) forget(oldest[0]);
    unanswered.set(requestId, answered);
  }

  function forget(requestId: string): void {
    unanswered.get(requestId)?.();
    unanswered.delete(requestId);
  }

  return {
    async mayBeSent(session, paused) {
      const { requestId, request, frameId } = paused;
      const userAgent = headerOf(paused, 'user-agent');
      const known = {
        ...(frameId !== undefined && { frameId }),
        ...(userAgent !== undefined && { userAgent }),
      };
      if (isLeaving) return false;
      waiting.set(paused, session);
      try {
        await ask(request.url, { ...known, onPass: (answered) => remember(requestId, answered) });
        return waiting.has(paused);
      } catch {
        return false;
      } finally {
        waiting.delete(paused);
      }
    },
    answered: ({ requestId }) => forget(requestId),
    async failAll() {
      isLeaving = true;
      const requests = [...waiting];
      waiting.clear();
      await Promise.all(requests.map(([paused, session]) => stop(session, paused)));
    },
  };
}
