/** The panels beside the draft, one at a time. Only the first is loaded with the page. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Pending } from '../parts/pending.tsx';
import { type PanelName, panels, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { VerdictsPanel } from './verdicts-panel.tsx';

interface View {
  readonly title: string;
  load(): Promise<ComponentType>;
}

const views: Readonly<Record<PanelName, View>> = {
  verdicts: { title: 'Verdicts', load: async () => VerdictsPanel },
  site: { title: 'Site', load: async () => (await import('../site/site-panel.tsx')).SitePanel },
  readings: {
    title: 'Readings',
    load: async () => (await import('../readings/readings-panel.tsx')).ReadingsPanel,
  },
  usage: { title: 'Usage', load: async () => (await import('./usage-panel.tsx')).UsagePanel },
  compare: {
    title: 'Compare',
    load: async () => (await import('../compare/compare-panel.tsx')).ComparePanel,
  },
  history: {
    title: 'History',
    load: async () => (await import('../history/history-panel.tsx')).HistoryPanel,
  },
};

export function Panels(): JSX.Element {
  const chosen = useStore(session, (state) => state.panel);
  const tabs = useRef<HTMLDivElement>(null);
  const move = (by: number): void => {
    const next = panels[(panels.indexOf(chosen) + by + panels.length) % panels.length] as PanelName;
    session.set({ panel: next });
    tabs.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <section class="pane panel" aria-label="Panels">
      <div class="tabs" role="tablist" aria-label="Views" ref={tabs}>
        {panels.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={name === chosen}
            aria-controls="tab-panel"
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => session.set({ panel: name })}
            onKeyDown={({ key }) => {
              if (key === 'ArrowRight') move(1);
              else if (key === 'ArrowLeft') move(-1);
            }}
          >
            {views[name].title}
          </button>
        ))}
      </div>
      <div class="tab-panel" id="tab-panel" role="tabpanel" aria-labelledby={`tab-${chosen}`}>
        <Panel name={chosen} />
      </div>
    </section>
  );
}

function Panel({ name }: { name: PanelName }): JSX.Element {
  const [loaded, setLoaded] = useState<{ name: PanelName; view: ComponentType | undefined }>({
    name: 'verdicts',
    view: VerdictsPanel,
  });
  useEffect(() => {
    let isWanted = true;
    const show = (view: ComponentType | undefined): void => {
      if (isWanted) setLoaded({ name, view });
    };
    views[name].load().then(show, () => show(undefined));
    return () => {
      isWanted = false;
    };
  }, [name]);
  if (loaded.name !== name) return <Pending>Loading …</Pending>;
  const { view: View } = loaded;
  return View ? <View /> : <p class="problem empty">This panel could not be loaded: the network is gone.</p>;
}
