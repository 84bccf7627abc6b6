/** Makes the edits of a fix, in one step of the editor's history. */
import type { EditorView } from '@codemirror/view';
import type { FindingEdit, FindingFix } from '@robots-exclusion/operations/lint';
import { unitsOf } from './positions.ts';

/** A fix for a longer text is ignored. */
export function applyFix(view: EditorView, { edits }: FindingFix): void {
  const { octets, unitOf } = unitsOf(view.state.doc.toString());
  if (edits.some(({ span }) => span.end > octets)) return;
  view.dispatch({
    changes: edits.map((edit) => ({
      from: unitOf(edit.span.start),
      to: unitOf(edit.span.end),
      insert: insertedBy(edit),
    })),
    userEvent: 'input.fix',
  });
}

/** Octets that are not text cannot stand in a draft. */
function insertedBy({ replacement, replacementBase64 = '' }: FindingEdit): string {
  if (replacement !== undefined) return replacement;
  return new TextDecoder().decode(Uint8Array.from(atob(replacementBase64), (octet) => octet.charCodeAt(0)));
}
