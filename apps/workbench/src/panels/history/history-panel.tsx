/** Drafts stored in this browser. */
import type { JSX } from 'preact';
import { keepDraft } from '../../state/keep.ts';
import { MAX_DRAFTS, writeKeptDrafts } from '../../state/kept-drafts.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { DraftsTable } from './drafts-table.tsx';

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
    </div>
  );
}
