/**
 * Asks about downloads by links with the attribute `download`. Of them, a session of Chromium pauses one, and sends all
 * others without a pause until that one has ended. So there are additional sessions, and new ones before a download is
 * let through.
 */
import { goOn, type Session, stop } from './devtools-session.ts';
import type { PausedRequest } from './paused-request.ts';

/** The number of sessions that no download occupies. Each session costs each document another pause. */
export const FREE_SESSIONS = 3;

export interface LinkedDownloads {
  answer(session: Session, paused: PausedRequest): Promise<void>;
  /** Opens the first additional sessions. */
  begin(): Promise<void>;
}

/**
 * @param mayBeSent Asks about a request.
 * @param openSession Opens a session that pauses documents, and calls `answer` for linked downloads.
 */
export function linkedDownloads(
  mayBeSent: (session: Session, paused: PausedRequest) => Promise<boolean>,
  openSession: () => Promise<Session>,
): LinkedDownloads {
  let free: readonly Session[] = [];
  let occupied: readonly Session[] = [];
  let isAsking = false;
  /** The download that was let through last. Each session that is not free pauses it in turn. */
  let passing = { name: '', by: new Set<Session>() };

  /** Replaces the sessions. Those before the last are left: what they paused has ended, or goes on without them. */
  async function renew(): Promise<void> {
    const opened: Session[] = [];
    // Puppeteer mixes up sessions that are opened at once: it would forget the browser when one of them is left.
    while (opened.length < FREE_SESSIONS) opened.push(await openSession());
    const left = occupied;
    occupied = free;
    free = opened;
    await Promise.all(left.map((session) => session.detach().catch(() => {})));
  }

  return {
    begin: renew,
    async answer(session, paused) {
      const name = `${paused.frameId} ${paused.request.url}`;
      if (name === passing.name && !passing.by.has(session) && !free.includes(session)) {
        passing.by.add(session);
        return goOn(session, paused);
      }
      // While one waits, others fail: they would occupy the sessions that are left.
      if (isAsking) return stop(session, paused);
      isAsking = true;
      try {
        if (!(await mayBeSent(session, paused))) return await stop(session, paused);
        await renew();
        passing = { name, by: new Set([session]) };
        return await goOn(session, paused, { interceptResponse: true });
      } catch {
        return await stop(session, paused);
      } finally {
        isAsking = false;
      }
    },
  };
}
