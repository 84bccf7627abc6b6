/** The entry point of the page. */
import './trusted-urls.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { drawPrintable } from './parts/printable-nodes.ts';
import { takeOwnerKey } from './service/owner.ts';
import { untilFirstView } from './state/first-view.ts';
import { keepSession } from './state/keep.ts';
import { followHistory, isOwnEntry } from './state/questions.ts';
import { followSession } from './state/recompute.ts';
import { followService } from './state/service-status.ts';
import { loadCatalogue, openFirst, openLink } from './state/start.ts';
import { watchLive } from './state/watch-live.ts';

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
