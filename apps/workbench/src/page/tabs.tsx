/** The four areas, and the panels of the open area. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { type Area, areaTitles, panels } from '../panels/index.ts';
import { ANSWER_TAB, DRAFT_TAB, session } from '../state/session.ts';

export const DRAFT_PANEL = 'draft-panel';

export interface Tab {
  readonly name: string;
  readonly title: string;
  readonly area: Area;
}

/** The tabs. On a wide screen, the draft and the answer are always visible, so they have no tabs. */
export function tabsFor(isNarrow: boolean): readonly Tab[] {
  if (!isNarrow) return panels;
  return [
    { name: ANSWER_TAB, title: 'Why', area: 'ask' },
    ...panels.filter(({ area }) => area === 'ask'),
    { name: DRAFT_TAB, title: 'robots.txt', area: 'change' },
    ...panels.filter(({ area }) => area !== 'ask'),
  ];
}

export interface TabsProps {
  readonly tabs: readonly Tab[];
  readonly chosen: Tab;
}

const lastOpen = new Map<Area, string>();

export function Tabs({ tabs, chosen }: TabsProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  lastOpen.set(chosen.area, chosen.name);
  const open = (name: string): void => session.set({ panel: name });
  const shown = tabs.filter(({ area }) => area === chosen.area);
  const move = (by: number): void => {
    const { name: next } = shown.at((shown.indexOf(chosen) + by) % shown.length) as Tab;
    open(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div class="tab-rows">
      <div class="areas" role="group" aria-label="Areas">
        {[...areaTitles].map(([area, title]) => (
          <button
            key={area}
            type="button"
            aria-pressed={area === chosen.area}
            onClick={() => open(lastOpen.get(area) ?? firstOf(tabs, area))}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="tabs" role="tablist" aria-label="Views" ref={list}>
        {shown.map((tab) => (
          <button
            key={tab.name}
            id={`tab-${tab.name}`}
            type="button"
            role="tab"
            aria-selected={tab === chosen}
            aria-controls={tab.name === DRAFT_TAB ? DRAFT_PANEL : 'tab-panel'}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => open(tab.name)}
            onKeyDown={({ key }) => {
              if (key === 'ArrowRight') move(1);
              else if (key === 'ArrowLeft') move(-1);
            }}
          >
            {tab.title}
          </button>
        ))}
      </div>
    </div>
  );
}

function firstOf(tabs: readonly Tab[], wanted: Area): string {
  return tabs.find(({ area }) => area === wanted)?.name ?? '';
}
