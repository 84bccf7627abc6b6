/** The page begins here. */
import './trusted-urls.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { followSession } from './state/recompute.ts';
import { loadRegistry, openExample } from './state/start.ts';

openExample();
render(<App />, document.getElementById('app') as HTMLElement);
loadRegistry();
followSession();
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('./sw.js').catch(() => undefined);
}
