/** Crawlers by URLs, with what narrows the list and takes it out. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { originOf } from '../state/origin.ts';
import { type Matrix, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { MatrixGrid } from './matrix-grid.tsx';
import { ReadingSelect } from './reading-select.tsx';
import { filteredRows, type VerdictFilter } from './row-filter.ts';
import { VerdictsActions } from './verdicts-actions.tsx';

const filters: readonly (readonly [VerdictFilter, string])[] = [
  ['all', 'All URLs'],
  ['disallowed', 'Disallowed'],
  ['allowed', 'Allowed'],
  ['differing', 'Crawlers differ'],
  ['no-url', 'Not a URL'],
];

export function VerdictsPanel(): JSX.Element {
  const matrix = useStore(session, (state) => state.matrix);
  const trace = useStore(session, (state) => state.trace);
  const crawler = useStore(session, (state) => state.crawler);
  const url = useStore(session, (state) => state.url);
  const line = useStore(session, (state) => state.lineFilter);
  const robotsUrl = useStore(session, (state) => state.robotsUrl);
  const [text, setText] = useState('');
  const [verdict, setVerdict] = useState<VerdictFilter>('all');
  const rows = useMemo(
    () => (matrix ? filteredRows(matrix, crawler, trace, { text, verdict, line }) : new Int32Array()),
    [matrix, crawler, trace, text, verdict, line],
  );
  return (
    <div class="verdicts">
      <div class="toolbar">
        <label class="field grow">
          <span class="sr-only">Filter URLs</span>
          <input
            type="search"
            placeholder="Filter URLs"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <label class="field">
          <span class="sr-only">Verdicts shown</span>
          <select
            value={verdict}
            onChange={({ currentTarget }) => setVerdict(currentTarget.value as VerdictFilter)}
          >
            {filters.map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <ReadingSelect />
        <VerdictsActions matrix={matrix} rows={rows} />
      </div>
      {line > 0 && (
        <p class="chip-line">
          Decided by line {line} for {crawler}
          <button type="button" class="quiet" onClick={() => session.set({ lineFilter: 0 })}>
            Show all URLs
          </button>
        </p>
      )}
      {matrix && matrix.urls.length > 0 ? (
        <MatrixGrid
          matrix={matrix}
          rows={rows}
          crawler={crawler}
          url={url}
          origin={originOf(robotsUrl)}
          onChoose={(toCrawler, toUrl) => session.set({ crawler: toCrawler, url: toUrl })}
        />
      ) : (
        <p class="empty">No URLs yet: paste some, or take them from the rules.</p>
      )}
      {matrix && <Count matrix={matrix} rows={rows} />}
    </div>
  );
}

function Count({ matrix, rows }: { matrix: Matrix; rows: Int32Array }): JSX.Element {
  const cells = matrix.urls.length * matrix.crawlers.length;
  const took =
    matrix.milliseconds === undefined
      ? ''
      : ` in ${matrix.milliseconds.toFixed(matrix.milliseconds < 10 ? 1 : 0)} ms`;
  return (
    <p class="count" role="status" aria-busy={matrix.ready < matrix.urls.length}>
      {rows.length === matrix.urls.length
        ? `${rows.length} URLs`
        : `${rows.length} of ${matrix.urls.length} URLs`}{' '}
      × {matrix.crawlers.length} crawlers
      {matrix.ready < matrix.urls.length
        ? `: ${matrix.ready} ready`
        : `: ${cells.toLocaleString('en')} verdicts${took}`}
    </p>
  );
}
