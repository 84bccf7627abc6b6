/** Whether the service answers: asked at the start, now and then while the page is looked at, and when it failed. */
import { session } from '../state/session.ts';
import { readStored, writeStored } from '../state/storage.ts';

const WHILE_UP_MS = 10_000;
const WHILE_DOWN_MS = 2000;
const TIMEOUT_MS = 4000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Follows the service from now on. */
export function followService(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void lookAtService();
  });
  void lookAtService();
}

/** Asks once, and plans the next time. */
export async function lookAtService(): Promise<void> {
  clearTimeout(timer);
  const before = session.get().service;
  const isThere = await answers();
  const wasThere = before === 'up' || before === 'down' || readStored('service') === location.origin;
  const service =
    isThere === 'yes' ? 'up' : isThere === 'other' && before !== 'down' ? 'none' : wasThere ? 'down' : 'none';
  if (service === 'up') writeStored('service', location.origin);
  if (service !== before) session.set({ service });
  if (service === 'none' || document.visibilityState === 'hidden') return;
  timer = setTimeout(() => void lookAtService(), service === 'up' ? WHILE_UP_MS : WHILE_DOWN_MS);
}

/** `other`: something answers there, but no decision service. */
async function answers(): Promise<'yes' | 'no' | 'other'> {
  try {
    const response = await fetch('/healthz', { signal: AbortSignal.timeout(TIMEOUT_MS), cache: 'no-store' });
    if (!response.ok) return 'other';
    const body: unknown = await response.json().catch(() => undefined);
    return (body as { status?: unknown } | undefined)?.status === 'ok' ? 'yes' : 'other';
  } catch {
    return 'no';
  }
}
