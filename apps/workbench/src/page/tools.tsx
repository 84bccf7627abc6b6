/** All tools: the answer to the question above, the draft, and the panels. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Answer, AnswerDetails } from '../ask/answer.tsx';
import { DraftBar } from '../draft/draft-bar.tsx';
import { FindingsList } from '../draft/findings-list.tsx';
import { Editor } from '../editor/editor-pane.tsx';
import { isElsewhere, originOf } from '../engine/origin.ts';
import { notLoaded } from '../engine/words.ts';
import { panelNamed } from '../panels/index.ts';
import { VerdictsPanel } from '../panels/verdicts/verdicts-panel.tsx';
import { Pending } from '../parts/pending.tsx';
import { useNarrow } from '../parts/use-narrow.ts';
import { ANSWER_TAB, DRAFT_TAB, hasNoFile, hasNothing, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { DRAFT_PANEL, type Tab, Tabs, tabsFor } from './tabs.tsx';

export function Tools(): JSX.Element {
  return (
    <main>
      <Answer />
      <Layout />
    </main>
  );
}

function Layout(): JSX.Element {
  const isNarrow = useNarrow();
  const isDraft = useStore(session, (state) => state.panel === DRAFT_TAB);
  return (
    <div class={isNarrow ? `layout layout-narrow ${isDraft ? 'shows-draft' : 'shows-panel'}` : 'layout'}>
      <div
        class="left"
        {...(isNarrow && { id: DRAFT_PANEL, role: 'tabpanel', 'aria-labelledby': `tab-${DRAFT_TAB}` })}
      >
        <section class="pane draft" aria-label="Draft">
          <DraftBar />
          <Editor />
        </section>
        <FindingsList />
      </div>
      <div class="right" id="panels" tabIndex={-1}>
        <Panels isNarrow={isNarrow} />
      </div>
    </div>
  );
}

function Panels({ isNarrow }: { isNarrow: boolean }): JSX.Element {
  const name = useStore(session, (state) => state.panel);
  const tabs = useMemo(() => tabsFor(isNarrow), [isNarrow]);
  const chosen = tabs.find((tab) => tab.name === name) ?? (tabs.find(isFirstPanel) as Tab);
  return (
    <section class="pane panel" aria-label="Panels">
      <Tabs tabs={tabs} chosen={chosen} />
      {chosen.name !== DRAFT_TAB && (
        // A newly opened panel starts at its top.
        <div
          key={chosen.name}
          class="tab-panel"
          id="tab-panel"
          role="tabpanel"
          aria-labelledby={`tab-${chosen.name}`}
        >
          <h2 class="sr-only">{chosen.title}</h2>
          {chosen.name === ANSWER_TAB ? <AnswerDetails /> : <Panel name={chosen.name} />}
        </div>
      )}
    </section>
  );
}

function isFirstPanel({ name }: Tab): boolean {
  return name === panelNamed('').name;
}

/** Shown while no file is loaded, instead of a panel that needs a file. */
function NoFile(): JSX.Element {
  const site = useStore(session, (state) => state.site);
  return site?.state === 'fetching' ? (
    <Pending>{`Fetching ${site.robotsUrl} …`}</Pending>
  ) : (
    <p class="empty">
      There is no file to check.{' '}
      {site
        ? `Write a draft for ${site.robotsUrl} in the editor, or fetch the file again.`
        : 'Paste a robots.txt in the editor, open one, or ask for a URL of a site above.'}
    </p>
  );
}

function Panel({ name }: { name: string }): JSX.Element {
  const { needsNoFile, takesInput, asksUrl } = panelNamed(name);
  const isWithoutFile = useStore(session, (state) => hasNoFile(state) || (!takesInput && hasNothing(state)));
  const otherSite = useStore(session, ({ url, robotsUrl }) =>
    isElsewhere(url, originOf(robotsUrl)) ? originOf(url) : '',
  );
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
  if (isWithoutFile && !needsNoFile) return <NoFile />;
  if (otherSite !== '' && asksUrl) {
    return (
      <p class="empty">
        The chosen URL is of {otherSite}, so the file on this page says nothing about it. Choose a URL of this
        site, or ask for that site above.
      </p>
    );
  }
  const { view: View } = loaded;
  return View ? <View /> : <p class="problem empty">{notLoaded('This panel')}</p>;
}
