/**
 * Shows the draft beside the panels. In a one-column layout, the draft and the details of the answer are additional
 * tabs.
 */
import type { JSX } from 'preact';
import { DraftBar } from '../draft/draft-bar.tsx';
import { FindingsList } from '../draft/findings-list.tsx';
import { Editor } from '../editor/editor-pane.tsx';
import { useNarrow } from '../parts/use-narrow.ts';
import { DRAFT_TAB, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Panels } from './panels.tsx';
import { DRAFT_PANEL } from './tabs.tsx';

export function Layout(): JSX.Element {
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
