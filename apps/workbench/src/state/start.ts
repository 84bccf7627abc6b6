/** Opens the first content of the page: the state in its link, or the last draft. */

import { engine } from '../engine/engine.ts';
import draft from '../example/draft.txt?raw';
import published from '../example/published.txt?raw';
import { exampleRobotsUrl, exampleUrls } from '../example/urls.ts';
import { readStored, readTabStored } from '../storage.ts';
import { untilFirstView } from './first-view.ts';
import { newDraft } from './new-draft.ts';
import { nothingFound, session } from './session.ts';
import { readFragment, readShared } from './shared.ts';

const PUBLISHED_AT = Date.UTC(2026, 8, 1);

/** Opens the example site: a draft, the version before it, and URLs. */
export function openExample(): void {
  session.set({
    ...newDraft(draft),
    lineEnd: '\n',
    robotsUrl: exampleRobotsUrl,
    urls: exampleUrls,
    urlsFrom: 'example',
    weights: undefined,
    crawler: 'Googlebot',
    url: exampleUrls.find((url) => url.endsWith('/search/help')) ?? '',
    line: 1,
    lineFilter: 0,
    site: undefined,
    askProblem: '',
    versions: [
      { kind: 'example', title: 'Published version of the example', text: published, at: PUBLISHED_AT },
    ],
  });
}

/** Loads the registry and other data that only the workers contain. */
export function loadCatalogue(): void {
  const fail = (): void =>
    session.set({ notice: { kind: 'error', text: 'The registry of crawlers could not be loaded' } });
  engine.detail.run('registry', null).then((registry) => session.set({ registry }), fail);
  untilFirstView()
    .then(() => engine.lint.run('profiles', null))
    .then((profiles) => session.set({ profiles }), fail);
  untilFirstView()
    .then(() => engine.survey.run('readings.dialects', null))
    .then(
      (dialects) => session.set({ dialects }),
      // If loading fails, the lists of parsers stay empty.
      () => undefined,
    );
}

const EXAMPLE = '#example';

/** Opens the state in a link; returns false if the link contains none. */
export async function openLink(fragment: string): Promise<boolean> {
  const shared = readShared(await readFragment(fragment));
  if (shared)
    session.set({
      ...{ ...nothingFound(), site: undefined, versions: [], ...shared },
      ...{ line: 1, lineFilter: 0, view: 'tools' },
    });
  if (fragment !== EXAMPLE) return shared !== undefined;
  openExample();
  return true;
}

/** Opens the state in the link, or else the last stored state. Otherwise, the page begins with one field. */
export async function openFirst(): Promise<void> {
  if (location.hash.length > 1 && (await openLink(location.hash))) return;
  const stored = readShared(readTabStored('session') ?? readStored('session'));
  if (stored) session.set({ ...stored, view: 'tools' });
}
