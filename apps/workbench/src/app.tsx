import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { goToLine } from './editor/current.ts';
import { notLoaded } from './engine/words.ts';
import { Header } from './page/header.tsx';
import { DropFile } from './parts/drop-file.tsx';
import { Icon } from './parts/icons.tsx';
import { Pending } from './parts/pending.tsx';
import { Start } from './start/start.tsx';
import { DRAFT_TAB, session, type View } from './state/session.ts';
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

const targets: readonly (readonly [title: string, selector: string])[] = [
  ['Skip to the question', '.ask-url input'],
  ['Skip to the answer', '.answer'],
  ['Skip to the draft', '.editor'],
  ['Skip to the panels', '#panels'],
];

function SkipLinks(): JSX.Element {
  return (
    <nav aria-label="Skip links" class="skips">
      {targets.map(([title, selector]) => (
        <button key={selector} type="button" class="skip" onClick={() => skipTo(selector)}>
          {title}
        </button>
      ))}
    </nav>
  );
}

function skipTo(selector: string): void {
  const target = document.querySelector<HTMLElement>(selector);
  if (selector !== '.editor') {
    target?.focus();
    return;
  }
  // In a one-column layout, the draft is a tab of its own, and hidden elements cannot get the focus.
  if (!target?.offsetParent) session.set({ panel: DRAFT_TAB });
  requestAnimationFrame(() => goToLine(session.get().line));
}

/** Confirmations disappear by themselves; a warning stays until it is dismissed. */
const INFO_MS = 15_000;

function NoticeLine(): JSX.Element {
  const notice = useStore(session, (state) => state.notice);
  useEffect(() => {
    if (notice?.kind !== 'info') return;
    const timer = setTimeout(() => session.set({ notice: undefined }), INFO_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div class="notices" role="status">
      {notice && (
        <p class={`notice notice-${notice.kind}`}>
          <Icon name={notice.kind} />
          <span>{notice.text}</span>
          <button
            type="button"
            class="quiet icon-button"
            aria-label="Dismiss"
            onClick={() => session.set({ notice: undefined })}
          >
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}
