/** The page. */
import type { JSX } from 'preact';
import { Editor } from './editor/editor-pane.tsx';
import { DraftBar } from './panels/draft-bar.tsx';
import { ExplanationPane } from './panels/explanation.tsx';
import { FindingsList } from './panels/findings-list.tsx';
import { Header } from './panels/header.tsx';
import { NoticeLine } from './panels/notice-line.tsx';
import { Panels } from './panels/panels.tsx';
import { DropFile } from './parts/drop-file.tsx';
import { openDropped } from './state/open-file.ts';

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
