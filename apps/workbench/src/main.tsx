/** The entry point of the page. */
import { render } from 'preact';
import { App } from './app.tsx';
import { drawPrintable } from './parts/printable-nodes.ts';
import { takeOwnerKey } from './service/owner.ts';
import { untilFirstView } from './state/first-view.ts';
import { keepSession } from './state/keep.ts';
import { followHistory, isOwnEntry } from './state/questions.ts';
import { followSession } from './state/recompute.ts';
import { followService } from './state/service-status.ts';
import { openableSite, type Site, session } from './state/session.ts';
import { loadCatalogue, openFirst, openLink } from './state/start.ts';

/**
 * Allows scripts of workers only from the page's own folder. With the policy in `index.html`, a browser that supports
 * Trusted Types refuses every other conversion of text into script or markup.
 */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    const { href } = new URL(url, document.baseURI);
    if (href.startsWith(new URL('./', document.baseURI).href)) return href;
    throw new TypeError(`Cannot start a script from ${JSON.stringify(url)}: expected one of the page's own`);
  },
});

takeOwnerKey();
drawPrintable();
await openFirst();
// Starts the workers while the page is drawn.
followSession();
loadCatalogue();
render(<App />, document.getElementById('app') as HTMLElement);
keepSession();
followService();
followHistory();
watchLive();
addEventListener('hashchange', () => {
  if (!isOwnEntry()) void openLink(location.hash);
});
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // The offline copy holds every part of the page, so it waits until the first answer is shown.
  void untilFirstView().then(() => navigator.serviceWorker.register('./sw.js').catch(() => undefined));
}

/**
 * The minimum pause between checks, about as long as between a user's occasional clicks on “Fetch again”. Checks are
 * conditional requests, so the site does not send an unchanged file again.
 */
const PAUSE_MS = 5 * 60_000;

function watchLive(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void lookAgain();
  });
}

async function lookAgain(): Promise<void> {
  const { site, service } = session.get();
  if (service !== 'up' || !openableSite(site) || Date.now() - (site.fetchedAt ?? 0) < PAUSE_MS) return;
  const [{ fetchSite }, { renew }] = await Promise.all([
    import('./service/fetch-site.ts'),
    import('./state/open-site.ts'),
  ]);
  const record = await fetchSite(site.url, 'reload').catch(() => undefined);
  if (record && !record.isFailure && session.get().site === site) renewQuietly(site, record, renew);
}

type Renew = typeof import('./state/open-site.ts').renew;

/** Updates the live file, but reports it only if it changed. */
function renewQuietly(site: Site, record: Parameters<Renew>[1], renew: Renew): void {
  const { notice } = session.get();
  renew(site, record);
  if (session.get().site?.text === site.text) session.set({ notice });
}
