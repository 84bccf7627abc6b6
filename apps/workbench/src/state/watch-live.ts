/** Checks the live file again when the user returns to the page, with a minimum pause between checks. */
import { openableSite, type Site, session } from './session.ts';

/**
 * The minimum pause between checks, about as long as between a user's occasional clicks on “Fetch again”. Checks are
 * conditional requests, so the site does not send an unchanged file again.
 */
const PAUSE_MS = 5 * 60_000;

export function watchLive(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void lookAgain();
  });
}

async function lookAgain(): Promise<void> {
  const { site, service } = session.get();
  if (service !== 'up' || !openableSite(site) || Date.now() - (site.fetchedAt ?? 0) < PAUSE_MS) return;
  const [{ fetchSite }, { renew }] = await Promise.all([
    import('../service/fetch-site.ts'),
    import('./open-site.ts'),
  ]);
  const record = await fetchSite(site.url, 'reload').catch(() => undefined);
  if (record && !record.isFailure && session.get().site === site) renewQuietly(site, record, renew);
}

type Renew = typeof import('./open-site.ts').renew;

/** Updates the live file, but reports it only if it changed. */
function renewQuietly(site: Site, record: Parameters<Renew>[1], renew: Renew): void {
  const { notice } = session.get();
  renew(site, record);
  if (session.get().site?.text === site.text) session.set({ notice });
}
