/** The page begins here. */
import './trusted-urls.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { followService } from './service/status.ts';
import { keepSession } from './state/keep.ts';
import { followSession } from './state/recompute.ts';
import { loadCatalogue, openFirst, openLink } from './state/start.ts';

await openFirst();
render(<App />, document.getElementById('app') as HTMLElement);
loadCatalogue();
followSession();
keepSession();
followService();
addEventListener('hashchange', () => void openLink(location.hash));
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('./sw.js').catch(() => undefined);
}
