/** Drafts stored in this browser, and a chart of their sizes. */
import type { JSX } from 'preact';
import { keepDraft } from '../../state/keep.ts';
import { MAX_DRAFTS, writeKeptDrafts } from '../../state/kept-drafts.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Chart } from './chart.tsx';
import { DraftsTable } from './drafts-table.tsx';
import { octetsOf } from './octets.ts';

export function HistoryPanel(): JSX.Element {
  const drafts = useStore(session, (state) => state.keptDrafts);
  const current = useStore(session, (state) => state.draft);
  return (
    <div class="history panel-body">
      <div class="toolbar">
        <button type="button" onClick={() => keepDraft('Kept manually')}>
          Keep this draft
        </button>
        {drafts.length > 0 && (
          <button type="button" class="end" onClick={() => session.set({ keptDrafts: writeKeptDrafts([]) })}>
            Delete all
          </button>
        )}
      </div>
      <p class="note">
        This browser keeps up to {MAX_DRAFTS} drafts and drops the oldest first; they are stored nowhere else.
        A draft is kept automatically after a pause in editing, and before another file or site replaces it.
      </p>
      {drafts.length === 0 ? (
        <p class="empty">No drafts are kept yet. Edit the draft, or keep the current one.</p>
      ) : (
        <DraftsTable drafts={drafts} current={current} />
      )}
      <Charts />
    </div>
  );
}

function Charts(): JSX.Element {
  const drafts = useStore(session, (state) => state.keptDrafts);
  const timings = useStore(session, (state) => state.timings);
  return (
    <div class="charts">
      {drafts.length > 1 && (
        <Chart
          title="Size of the kept drafts"
          values={drafts.map(({ text }) => octetsOf(text)).reverse()}
          unit="octets"
          from="oldest"
          to="newest"
        />
      )}
      {timings.length > 1 && (
        <Chart
          title="Time to compute all verdicts"
          values={timings.map(({ milliseconds }) => milliseconds)}
          unit="ms"
          from="first"
          to="last run"
        />
      )}
    </div>
  );
}
