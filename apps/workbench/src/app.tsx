/** The page. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Header } from './page/header.tsx';
import { NoticeLine } from './page/notice-line.tsx';
import { SkipLinks } from './page/skip-links.tsx';
import { DropFile } from './parts/drop-file.tsx';
import { Pending } from './parts/pending.tsx';
import { Start } from './start/start.tsx';
import { notLoaded } from './state/not-loaded.ts';
import { session, type View } from './state/session.ts';
import { useStore } from './state/store.ts';

export function App(): JSX.Element {
  const view = useStore(session, (state) => state.view);
  return (
    <>
      {view === 'tools' && <SkipLinks />}
      <Header />
      <NoticeLine />
      {view === 'start' ? <Start /> : <Later key={view} view={view} />}
      <DropFile
        onFile={(file) => void import('./state/open-file.ts').then(({ openDropped }) => openDropped(file))}
      />
    </>
  );
}

/** Loaders of the views that the first screen does not need. */
const views: Readonly<Record<Exclude<View, 'start'>, () => Promise<ComponentType>>> = {
  overview: async () => (await import('./start/overview.tsx')).Overview,
  tools: async () => (await import('./page/tools.tsx')).Tools,
};

function Later({ view }: { view: Exclude<View, 'start'> }): JSX.Element {
  const [loaded, setLoaded] = useState<{ view: ComponentType } | 'failed' | undefined>();
  useEffect(() => {
    let isWanted = true;
    views[view]().then(
      (found) => isWanted && setLoaded({ view: found }),
      () => isWanted && setLoaded('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [view]);
  if (loaded === undefined) return <Pending>Loading …</Pending>;
  if (loaded === 'failed') return <p class="problem empty">{notLoaded('This part of the page')}</p>;
  return <loaded.view />;
}
