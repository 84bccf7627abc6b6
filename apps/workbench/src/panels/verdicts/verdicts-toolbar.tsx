/** What narrows the list of URLs, how it is read, and what can be done with it. */
import type { JSX } from 'preact';
import type { Matrix } from '../../state/session.ts';
import { ReadingSelect } from './reading-select.tsx';
import type { ListFilter, VerdictFilter } from './row-filter.ts';
import { SitemapsButton } from './sitemaps-button.tsx';
import { VerdictsActions } from './verdicts-actions.tsx';

const filters: readonly (readonly [VerdictFilter, string])[] = [
  ['all', 'All URLs'],
  ['disallowed', 'Disallowed'],
  ['allowed', 'Allowed'],
  ['differing', 'Crawlers differ'],
  ['no-url', 'Not a URL'],
];

export interface VerdictsToolbarProps {
  readonly matrix: Matrix | undefined;
  /** Those that pass the filter. */
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
      <label class="field">
        <span class="sr-only">Verdicts shown</span>
        <select
          value={filter.verdict}
          onChange={({ currentTarget }) =>
            onFilter({ ...filter, verdict: currentTarget.value as VerdictFilter })
          }
        >
          {filters.map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <SitemapsButton />
      <ReadingSelect />
      <VerdictsActions matrix={matrix} rows={rows} />
    </div>
  );
}
