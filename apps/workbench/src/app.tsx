/** The page. */
import type { JSX } from 'preact';
import { DraftBar } from './draft/draft-bar.tsx';
import { FindingsList } from './draft/findings-list.tsx';
import { Editor } from './editor/editor-pane.tsx';
import { Header } from './page/header.tsx';
import { NoticeLine } from './page/notice-line.tsx';
import { Panels } from './page/panels.tsx';
import { DropFile } from './parts/drop-file.tsx';
import { openDropped } from './state/open-file.ts';
import { ExplanationPane } from './why/explanation.tsx';

export function App(): JSX.Element {
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('panels')?.focus()}>
        Skip to the verdicts
      </button>
      <Header />
      <NoticeLine />
      <main class="layout">
        <div class="left">
          <section class="pane draft" aria-label="Draft">
            <DraftBar />
            <Editor />
          </section>
          <FindingsList />
        </div>
        <div class="right" id="panels" tabIndex={-1}>
          <Panels />
          <ExplanationPane />
        </div>
      </main>
      <DropFile onFile={(file) => void openDropped(file)} />
    </>
  );
}
