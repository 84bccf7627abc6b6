/** The stored drafts, each with buttons to open or compare it. */
import type { JSX } from 'preact';
import { keepDraft } from '../../state/keep.ts';
import type { KeptDraft } from '../../state/kept-drafts.ts';
import { newDraft } from '../../state/new-draft.ts';
import { session } from '../../state/session.ts';
import { timeText } from '../compare/versions.ts';
import { octetsOf } from './octets.ts';

export interface DraftsTableProps {
  readonly drafts: readonly KeptDraft[];
  /** The text in the editor. */
  readonly current: string;
}

export function DraftsTable({ drafts, current }: DraftsTableProps): JSX.Element {
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label="Kept drafts">
      <table>
        <thead>
          <tr>
            <th scope="col">Kept</th>
            <th scope="col">Why</th>
            <th scope="col" class="number">
              Octets
            </th>
            <th scope="col">
              <span class="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {drafts.map((draft) => (
            <DraftRow key={draft.at} draft={draft} isCurrent={draft.text === current} />
          ))}
        </tbody>
      </table>
    </div>
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
