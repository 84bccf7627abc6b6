/** Buttons of the matrix: URLs, crawlers, export. */
import type { ComponentType, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { MatrixSummary } from '../../engine/protocol.ts';
import { saveFile } from '../../output/save-file.ts';
import { verdictsCsv, verdictsJson } from '../../output/verdicts.ts';
import { Menu } from '../../parts/menu.tsx';
import { notLoaded } from '../../state/not-loaded.ts';
import { type Matrix, session } from '../../state/session.ts';

type DialogView = ComponentType<{ onClose: () => void }>;

export interface VerdictsActionsProps {
  readonly matrix: Matrix | undefined;
  /** The displayed rows, which are also exported. */
  readonly rows: Int32Array;
}

export function VerdictsActions({ matrix, rows }: VerdictsActionsProps): JSX.Element {
  const [dialog, setDialog] = useState<{ view: DialogView } | undefined>();
  const open = (load: () => Promise<DialogView>): void => {
    load().then((view) => setDialog({ view }), tellUnloaded);
  };
  const summary = matrix?.summary;
  return (
    <>
      <button type="button" onClick={() => open(async () => (await import('./urls-dialog.tsx')).UrlsDialog)}>
        URLs…
      </button>
      <Menu label="More">
        <button
          type="button"
          onClick={() => open(async () => (await import('./columns-dialog.tsx')).ColumnsDialog)}
        >
          Crawlers…
        </button>
        <button
          type="button"
          title="Save these verdicts as CSV"
          disabled={!summary}
          onClick={() => matrix && saveFile('verdicts.csv', 'text/csv', verdictsCsv(matrix, rows))}
        >
          CSV
        </button>
        <button
          type="button"
          title="Save these verdicts as JSON"
          disabled={!summary}
          onClick={() => summary && saveJson(matrix, rows, summary)}
        >
          JSON
        </button>
      </Menu>
      {dialog && <dialog.view onClose={() => setDialog(undefined)} />}
    </>
  );
}

function saveJson(matrix: Matrix, rows: Int32Array, { dialects }: MatrixSummary): void {
  saveFile('verdicts.json', 'application/json', verdictsJson(matrix, rows, dialects));
}

function tellUnloaded(): void {
  const text = notLoaded('This dialog');
  session.set({ notice: { kind: 'error', text } });
}
