/** Buttons of the matrix: its URLs, its crawlers, and its way out. */
import type { ComponentType, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { saveFile } from '../output/save-file.ts';
import { verdictsCsv, verdictsJson } from '../output/verdicts.ts';
import { type Matrix, session } from '../state/session.ts';

export function VerdictsActions({
  matrix,
  rows,
}: {
  matrix: Matrix | undefined;
  rows: Int32Array;
}): JSX.Element {
  const [dialog, setDialog] = useState<{ view: ComponentType<{ onClose: () => void }> } | undefined>();
  const open = (load: () => Promise<ComponentType<{ onClose: () => void }>>): void => {
    const fail = (): void =>
      session.set({
        notice: { kind: 'error', text: 'This dialog could not be loaded: the network is gone' },
      });
    load().then((view) => setDialog({ view }), fail);
  };
  const close = (): void => setDialog(undefined);
  const isReady = matrix !== undefined && matrix.ready === matrix.urls.length;
  return (
    <>
      <button type="button" onClick={() => open(async () => (await import('./urls-dialog.tsx')).UrlsDialog)}>
        URLs…
      </button>
      <button
        type="button"
        onClick={() => open(async () => (await import('./columns-dialog.tsx')).ColumnsDialog)}
      >
        Crawlers…
      </button>
      <button
        type="button"
        disabled={!isReady}
        onClick={() => matrix && saveFile('verdicts.csv', 'text/csv', verdictsCsv(matrix, rows))}
      >
        CSV
      </button>
      <button
        type="button"
        disabled={!isReady}
        onClick={() => matrix && saveFile('verdicts.json', 'application/json', verdictsJson(matrix, rows))}
      >
        JSON
      </button>
      {dialog && <dialog.view onClose={close} />}
    </>
  );
}
