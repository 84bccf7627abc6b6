/** What the page shows first: what its link says, or the draft that was open last, or the example site. */

import { engine } from '../engine/engine.ts';
import draft from '../example/draft.txt?raw';
import published from '../example/published.txt?raw';
import { exampleRobotsUrl, exampleUrls } from '../example/urls.ts';
import { session } from './session.ts';

/** Day of the example's published version. */
const PUBLISHED_AT = Date.UTC(2026, 8, 1);

/** Opens the example site: a draft, the version before it, and URLs. */
export function openExample(): void {
  session.set({
    draft,
    lineEnd: '\n',
    robotsUrl: exampleRobotsUrl,
    urls: exampleUrls,
    crawler: '*',
    url: exampleUrls.find((url) => url.endsWith('/search/help')) ?? '',
    line: 1,
    lineFilter: 0,
    versions: [
      ...session.get().versions.filter(({ kind }) => kind === 'kept'),
      { kind: 'example', title: 'Published version of the example', text: published, at: PUBLISHED_AT },
    ],
  });
}

/** Asks for the registry of crawlers, which only the workers carry. */
export function loadRegistry(): void {
  engine.detail
    .run('registry', null)
    .then((registry) => session.set({ registry }))
    .catch(() =>
      session.set({ notice: { kind: 'error', text: 'The registry of crawlers could not be loaded' } }),
    );
}
