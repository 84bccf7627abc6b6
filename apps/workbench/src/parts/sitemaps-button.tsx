/** A button that replaces the list of URLs with the URLs in the sitemaps that the file names. */
import type { JSX } from 'preact';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useNarrow } from './use-narrow.ts';

export function SitemapsButton(): JSX.Element | null {
  const count = useStore(session, (state) => state.facts?.sitemaps.length ?? 0);
  const omitted = useStore(session, (state) => state.facts?.sitemapsOmitted ?? 0);
  const isUp = useStore(session, (state) => state.service === 'up');
  const progress = useStore(session, (state) => state.urlProgress);
  const isNarrow = useNarrow();
  if (progress !== '') {
    return (
      <span class="sitemap-progress" role="status" aria-busy="true">
        {progress}
        <button type="button" class="small" onClick={() => run('stopSitemaps')}>
          Stop
        </button>
      </span>
    );
  }
  if (count === 0 || !isUp) return null;
  const load = (): void => {
    // In a single-column layout, the list of URLs may be in another tab.
    if (isNarrow) session.set({ panel: 'verdicts' });
    run('loadSitemaps');
  };
  return (
    <button type="button" onClick={load}>
      Load {count === 1 ? 'the sitemap' : `${count}${omitted > 0 ? ` of ${count + omitted}` : ''} sitemaps`}
    </button>
  );
}

function run(what: 'loadSitemaps' | 'stopSitemaps'): void {
  void import('../state/load-sitemaps.ts').then((module) => module[what]());
}
