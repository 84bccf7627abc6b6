/** The editor that is on the page, for the panels that point into it. */
import type { EditorView } from '@codemirror/view';
import type { TextFix } from '../engine/protocol.ts';
import { applyFix } from './apply-fix.ts';
import { showDecidingLine } from './deciding-line.ts';

let current: EditorView | undefined;

export function setEditor(view: EditorView | undefined): void {
  current = view;
}

/** Marks the line that decides, and brings it into view. */
export function pointTo(line: number, isToBeSeen = true): void {
  if (current) showDecidingLine(current, line, isToBeSeen);
}

/** Puts the cursor at the beginning of a line and moves the focus there. */
export function goToLine(line: number): void {
  if (!current || line < 1 || line > current.state.doc.lines) return;
  const { from } = current.state.doc.line(line);
  current.dispatch({ selection: { anchor: from }, scrollIntoView: true });
  current.focus();
}

export function fix(what: TextFix): void {
  if (current) applyFix(current, what);
}
