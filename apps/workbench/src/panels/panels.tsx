/** The panels beside the draft, one at a time. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { ComparePanel } from '../compare/compare-panel.tsx';
import { HistoryPanel } from '../history/history-panel.tsx';
import { ReadingsPanel } from '../readings/readings-panel.tsx';
import { SitePanel } from '../site/site-panel.tsx';
import { type PanelName, panels, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { UsagePanel } from './usage-panel.tsx';
import { VerdictsPanel } from './verdicts-panel.tsx';

const views: ReadonlyMap<PanelName, readonly [title: string, view: () => JSX.Element]> = new Map([
  ['verdicts', ['Verdicts', VerdictsPanel]],
  ['site', ['Site', SitePanel]],
  ['readings', ['Readings', ReadingsPanel]],
  ['usage', ['Usage', UsagePanel]],
  ['compare', ['Compare', ComparePanel]],
  ['history', ['History', HistoryPanel]],
]);

export function Panels(): JSX.Element {
  const chosen = useStore(session, (state) => state.panel);
  const tabs = useRef<HTMLDivElement>(null);
  const names = panels.filter((name) => views.has(name));
  const [, View] = views.get(chosen) ?? ['', VerdictsPanel];
  const move = (by: number): void => {
    const next = names[(names.indexOf(chosen) + by + names.length) % names.length] as PanelName;
    session.set({ panel: next });
    tabs.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <section class="pane panel" aria-label="Panels">
      <div class="tabs" role="tablist" aria-label="Views" ref={tabs}>
        {names.map((name) => (
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
            {views.get(name)?.[0]}
          </button>
        ))}
      </div>
      <div class="tab-panel" id="tab-panel" role="tabpanel" aria-labelledby={`tab-${chosen}`}>
        <View />
      </div>
    </section>
  );
}
