/** Drafts stored in this browser. */

import type { JSX } from 'preact';
import { octetsOf } from '../../engine/words.ts';
import { Table } from '../../parts/table.tsx';
import { keepDraft } from '../../state/keep.ts';
import { type KeptDraft, MAX_DRAFTS, writeKeptDrafts } from '../../state/kept-drafts.ts';
import { newDraft } from '../../state/new-draft.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { timeText } from '../compare/versions.ts';

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

interface DraftsTableProps {
  readonly drafts: readonly KeptDraft[];
  readonly current: string;
}

function DraftsTable({ drafts, current }: DraftsTableProps): JSX.Element {
  return (
    <Table
      label="Kept drafts"
      columns={['Kept', 'Why', { title: 'Octets', isNumber: true }, { title: 'Actions', isHidden: true }]}
    >
      {drafts.map((draft) => (
        <DraftRow key={draft.at} draft={draft} isCurrent={draft.text === current} />
      ))}
    </Table>
  );
}

function openKept(text: string): void {
  keepDraft('Before a kept draft was opened');
  session.set(newDraft(text));
}

function DraftRow({ draft, isCurrent }: { draft: KeptDraft; isCurrent: boolean }): JSX.Element {
  const { at, title, text } = draft;
  return (
    <tr class={isCurrent ? 'is-deciding' : ''}>
      <td>{timeText(at)}</td>
      <td>
        {title}
        {isCurrent && <strong> · open now</strong>}
      </td>
      <td class="number">{octetsOf(text).toLocaleString('en')}</td>
      <td>
        <button type="button" class="quiet" onClick={() => openKept(text)}>
          Open<span class="sr-only"> the draft from {timeText(at)}</span>
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => session.set({ panel: 'compare', comparedWith: `kept:${at}` })}
        >
          Compare<span class="sr-only"> with the draft from {timeText(at)}</span>
        </button>
      </td>
    </tr>
  );
}
