/** The toolbar of the matrix: filters, the dialect, and actions. */
import type { JSX } from 'preact';
import { type Choice, Listbox } from '../../parts/listbox.tsx';
import { SitemapsButton } from '../../parts/sitemaps-button.tsx';
import type { Matrix } from '../../state/session.ts';
import { ReadingSelect } from './reading-select.tsx';
import type { ListFilter, VerdictFilter } from './row-filter.ts';
import { VerdictsActions } from './verdicts-actions.tsx';

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
  /** Rows that pass the filter. */
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
      <Listbox
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
