/** The panels beside the draft, one at a time. Only the first is loaded with the page. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { panelNamed, panels } from '../panels/index.ts';
import { VerdictsPanel } from '../panels/verdicts/verdicts-panel.tsx';
import { Pending } from '../parts/pending.tsx';
import { hasNoFile, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';

/** In one column the draft is a tab, too. */
export const DRAFT_TAB = 'draft';
export const DRAFT_PANEL = 'draft-panel';

interface Tab {
  readonly name: string;
  readonly title: string;
}

export function Panels({ isNarrow }: { isNarrow: boolean }): JSX.Element {
  const name = useStore(session, (state) => state.panel);
  const isDraft = isNarrow && name === DRAFT_TAB;
  const chosen = isDraft ? DRAFT_TAB : panelNamed(name).name;
  const tabs: readonly Tab[] = isNarrow ? [{ name: DRAFT_TAB, title: 'robots.txt' }, ...panels] : panels;
  return (
    <section class="pane panel" aria-label="Panels">
      <Tabs tabs={tabs} chosen={chosen} />
      {!isDraft && (
        <div class="tab-panel" id="tab-panel" role="tabpanel" aria-labelledby={`tab-${chosen}`}>
          <h2 class="sr-only">{panelNamed(chosen).title}</h2>
          <Panel name={chosen} />
        </div>
      )}
    </section>
  );
}

function Tabs({ tabs, chosen }: { tabs: readonly Tab[]; chosen: string }): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const move = (by: number): void => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const { name: next } = tabs.at((at + by) % tabs.length) as Tab;
    session.set({ panel: next });
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Views" ref={list}>
      {tabs.map(({ name, title }) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === chosen}
          aria-controls={name === DRAFT_TAB ? DRAFT_PANEL : 'tab-panel'}
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
  );
}

/** What would be shown is about a file that is not here. */
function NoFile(): JSX.Element {
  const site = useStore(session, (state) => state.site);
  return site?.state === 'fetching' ? (
    <Pending>{`Fetching ${site.robotsUrl} …`}</Pending>
  ) : (
    <p class="empty">
      There is no file to judge. Write a draft for {site?.robotsUrl} in the editor, or fetch it again.
    </p>
  );
}

function Panel({ name }: { name: string }): JSX.Element {
  const isWithoutFile = useStore(session, hasNoFile);
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
  if (isWithoutFile && !panelNamed(name).needsNoFile) return <NoFile />;
  const { view: View } = loaded;
  return View ? (
    <View />
  ) : (
    <p class="problem empty">This panel could not be loaded: the network connection was lost.</p>
  );
}
