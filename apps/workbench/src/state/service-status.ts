/** Checks whether the service is available: at start, regularly while the page is visible, and after a failure. */

import { readStored, writeStored } from '../storage.ts';
import { session } from './session.ts';

const WHILE_UP_MS = 10_000;
const WHILE_DOWN_MS = 2000;
const TIMEOUT_MS = 4000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Starts the checks. */
export function followService(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void lookAtService();
  });
  void lookAtService();
}

/** Checks once, and schedules the next check. */
export async function lookAtService(): Promise<void> {
  clearTimeout(timer);
  const before = session.get().service;
  const { isThere, exampleSite, opensOrigins = false } = await answers();
  const wasThere = before === 'up' || before === 'down' || readStored('service') === location.origin;
  const service =
    isThere === 'yes' ? 'up' : isThere === 'other' && before !== 'down' ? 'none' : wasThere ? 'down' : 'none';
  if (service === 'up') writeStored('service', location.origin);
  if (service !== before) session.set({ service, opensOrigins, ...(exampleSite && { exampleSite }) });
  if (service === 'none' || document.visibilityState === 'hidden') return;
  timer = setTimeout(() => void lookAtService(), service === 'up' ? WHILE_UP_MS : WHILE_DOWN_MS);
}

interface Health {
  /** `other`: a server responds, but it is not a decision service. */
  readonly isThere: 'yes' | 'no' | 'other';
  readonly exampleSite?: string;
  readonly opensOrigins?: boolean;
}

async function answers(): Promise<Health> {
  try {
    const response = await fetch('/healthz', { signal: AbortSignal.timeout(TIMEOUT_MS), cache: 'no-store' });
    if (!response.ok) return { isThere: 'other' };
    const body = (await response.json().catch(() => undefined)) as Partial<Record<string, unknown>> | null;
    if (body?.['status'] !== 'ok') return { isThere: 'other' };
    const { exampleSite, opensOrigins } = body;
    return {
      isThere: 'yes',
      opensOrigins: opensOrigins === true,
      ...(typeof exampleSite === 'string' && { exampleSite }),
    };
  } catch {
    return { isThere: 'no' };
  }
}
