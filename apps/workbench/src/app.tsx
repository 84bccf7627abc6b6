/** The page. */
import type { JSX } from 'preact';
import { Answer } from './ask/answer.tsx';
import { Header } from './page/header.tsx';
import { Layout } from './page/layout.tsx';
import { NoticeLine } from './page/notice-line.tsx';
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
      <main>
        <Answer />
        <Layout />
      </main>
      <DropFile onFile={(file) => void openDropped(file)} />
    </>
  );
}
