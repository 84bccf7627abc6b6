/** Applies the edits of a fix as one step of the editor's history. */
import type { EditorView } from '@codemirror/view';
import type { FindingEdit, FindingFix } from '@robots-exclusion/operations/lint';
import { unitsOf } from './positions.ts';

/**
 * Applies a fix. Ignores a fix that reaches beyond the end of the text, because it was computed for an earlier text.
 */
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

/** The text that an edit inserts. Invalid UTF-8 is replaced, because a draft can contain only text. */
function insertedBy({ replacement, replacementBase64 = '' }: FindingEdit): string {
  if (replacement !== undefined) return replacement;
  return new TextDecoder().decode(Uint8Array.from(atob(replacementBase64), (octet) => octet.charCodeAt(0)));
}
