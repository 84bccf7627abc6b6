/** The panels beside the draft, one at a time. Only the first is loaded with the page. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { panelNamed, panels } from '../panels/index.ts';
import type { PanelDefinition } from '../panels/panel.ts';
import { VerdictsPanel } from '../panels/verdicts/verdicts-panel.tsx';
import { Pending } from '../parts/pending.tsx';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';

export function Panels(): JSX.Element {
  const chosen = useStore(session, (state) => panelNamed(state.panel).name);
  const tabs = useRef<HTMLDivElement>(null);
  const move = (by: number): void => {
    const at = panels.findIndex(({ name }) => name === chosen);
    const { name: next } = panels.at((at + by) % panels.length) as PanelDefinition;
    session.set({ panel: next });
    tabs.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <section class="pane panel" aria-label="Panels">
      <div class="tabs" role="tablist" aria-label="Views" ref={tabs}>
        {panels.map(({ name, title }) => (
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
            {title}
          </button>
        ))}
      </div>
      <div class="tab-panel" id="tab-panel" role="tabpanel" aria-labelledby={`tab-${chosen}`}>
        <Panel name={chosen} />
      </div>
    </section>
  );
}

function Panel({ name }: { name: string }): JSX.Element {
  const [loaded, setLoaded] = useState<{ name: string; view: ComponentType | undefined }>({
    name: 'verdicts',
    view: VerdictsPanel,
  });
  useEffect(() => {
    let isWanted = true;
    const show = (view: ComponentType | undefined): void => {
      if (isWanted) setLoaded({ name, view });
    };
    panelNamed(name)
      .load()
      .then(show, () => show(undefined));
    return () => {
      isWanted = false;
    };
  }, [name]);
  if (loaded.name !== name) return <Pending>Loading …</Pending>;
  const { view: View } = loaded;
  return View ? (
    <View />
  ) : (
    <p class="problem empty">This panel could not be loaded: the network connection was lost.</p>
  );
}
