/** Buttons of the matrix: its URLs, its crawlers, and its way out. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { saveFile } from '../output/save-file.ts';
import { verdictsCsv, verdictsJson } from '../output/verdicts.ts';
import type { Matrix } from '../state/session.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { UrlsDialog } from './urls-dialog.tsx';

export function VerdictsActions({
  matrix,
  rows,
}: {
  matrix: Matrix | undefined;
  rows: Int32Array;
}): JSX.Element {
  const [dialog, setDialog] = useState<'urls' | 'columns' | undefined>();
  const close = (): void => setDialog(undefined);
  const isReady = matrix !== undefined && matrix.ready === matrix.urls.length;
  return (
    <>
      <button type="button" onClick={() => setDialog('urls')}>
        URLs…
      </button>
      <button type="button" onClick={() => setDialog('columns')}>
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
      {dialog === 'urls' && <UrlsDialog onClose={close} />}
      {dialog === 'columns' && <ColumnsDialog onClose={close} />}
    </>
  );
}
