/** The toolbar of the matrix: filters, the dialect, and actions. */
import type { ComponentType, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { notLoaded } from '../../engine/words.ts';
import { Menu } from '../../parts/menu.tsx';
import { type Choice, Select } from '../../parts/select.tsx';
import { SitemapsButton } from '../../parts/sitemaps-button.tsx';
import { isWhole, type Matrix, session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { ListFilter, VerdictFilter } from './row-filter.ts';
import type { OutputFormat } from './save-verdicts.ts';

const filters: readonly Choice<VerdictFilter>[] = [
  { value: 'all', title: 'All URLs' },
  { value: 'disallowed', title: 'Disallowed', note: 'for the chosen crawler' },
  { value: 'allowed', title: 'Allowed', note: 'for the chosen crawler' },
  { value: 'differing', title: 'Crawlers differ' },
  { value: 'no-url', title: 'Not a URL' },
  { value: 'elsewhere', title: 'Of another site, unknown' },
];

export interface VerdictsToolbarProps {
  readonly matrix: Matrix | undefined;
  readonly rows: Int32Array;
  readonly filter: ListFilter;
  onFilter(filter: ListFilter): void;
}

export function VerdictsToolbar({ matrix, rows, filter, onFilter }: VerdictsToolbarProps): JSX.Element {
  return (
    <div class="toolbar">
      <label class="field grow">
        <span class="sr-only">Filter URLs</span>
        <input
          type="search"
          placeholder="Filter URLs"
          value={filter.text}
          onInput={({ currentTarget }) => onFilter({ ...filter, text: currentTarget.value })}
        />
      </label>
      <Select
        label="Verdicts shown"
        isLabelHidden
        value={filter.verdict}
        choices={filters}
        onChoose={(verdict) => onFilter({ ...filter, verdict })}
      />
      <SitemapsButton />
      <ReadingSelect />
      <VerdictsActions matrix={matrix} rows={rows} />
    </div>
  );
}

type DialogView = ComponentType<{ onClose: () => void }>;

interface VerdictsActionsProps {
  readonly matrix: Matrix | undefined;
  /** The displayed rows, which are also exported. */
  readonly rows: Int32Array;
}

function VerdictsActions({ matrix, rows }: VerdictsActionsProps): JSX.Element {
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

function ReadingSelect(): JSX.Element {
  const reading = useStore(session, (state) => state.reading);
  const dialects = useStore(session, (state) => state.dialects);
  const choices = [
    { value: 'rfc9309', title: 'RFC 9309', note: 'the standard' },
    { value: 'own', title: 'Each crawler’s own', note: 'as documented by its operator' },
    ...dialects
      .filter(({ name }) => name !== 'rfc9309')
      .map(({ name, title, basis }) => ({ value: name, title, note: basis })),
  ];
  return (
    <Select
      label="Read as"
      class="reading"
      value={reading}
      choices={choices}
      onChoose={(name) => session.set({ reading: name })}
    />
  );
}
