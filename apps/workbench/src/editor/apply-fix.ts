/** Makes the edits of a fix, in one step of the editor's history. */
import type { EditorView } from '@codemirror/view';
import type { TextFix } from '../engine/protocol.ts';

/** A fix for a different text is ignored. */
export function applyFix(view: EditorView, { edits }: TextFix): void {
  const { length } = view.state.doc;
  if (edits.some(({ to }) => to > length)) return;
  view.dispatch({
    changes: edits.map(({ from, to, insert }) => ({ from, to, insert })),
    userEvent: 'input.fix',
  });
}
