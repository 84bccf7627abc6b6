/** The two answers to the pause of a request. An error means that the page was closed in the meantime. */
import type { Session } from './devtools-session.ts';
import type { PausedRequest } from './paused-request.ts';

export async function goOn(session: Session, { requestId }: PausedRequest, more: object = {}): Promise<void> {
  await session.send('Fetch.continueRequest', { requestId, ...more }).catch(() => {});
}

export async function stop(session: Session, { requestId }: PausedRequest): Promise<void> {
  await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }).catch(() => {});
}
