/** Buttons of the matrix: URLs, crawlers, export. */
import type { ComponentType, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Menu } from '../../parts/menu.tsx';
import { notLoaded } from '../../state/not-loaded.ts';
import { isWhole, type Matrix, session } from '../../state/session.ts';
import type { OutputFormat } from './save-verdicts.ts';

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
        {formats.map(([format, title, about]) => (
          <button
            key={format}
            type="button"
            title={about}
            disabled={!matrix || !isWhole(matrix)}
            onClick={() => matrix && void save(format, matrix, rows)}
          >
            {title}
          </button>
        ))}
      </Menu>
      {dialog && <dialog.view onClose={() => setDialog(undefined)} />}
    </>
  );
}

const formats: readonly (readonly [OutputFormat, string, string])[] = [
  ['csv', 'CSV', 'Save these verdicts with the deciding lines, in the columns of “robots check”'],
  ['json', 'JSON', 'Save these verdicts as the objects of “robots check”'],
  ['html', 'Report (HTML)', 'Save one page with these verdicts and the file, which anyone can open'],
];

async function save(format: OutputFormat, matrix: Matrix, rows: Int32Array): Promise<void> {
  try {
    const { saveVerdicts } = await import('./save-verdicts.ts');
    await saveVerdicts(format, matrix, rows);
  } catch (error) {
    const text = `The file could not be written: ${error instanceof Error ? error.message : String(error)}`;
    session.set({ notice: { kind: 'error', text } });
  }
}

function tellUnloaded(): void {
  const text = notLoaded('This dialog');
  session.set({ notice: { kind: 'error', text } });
}
