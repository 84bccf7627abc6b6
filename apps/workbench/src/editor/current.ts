/** Connects panels to lines of the editor. The editor is loaded after the page is first shown. */
import type { FindingFix } from '@robots-exclusion/operations/lint';

export interface CurrentEditor {
  /** Marks the deciding line, counted from 1; 0 marks none. */
  pointTo(line: number, isToBeSeen: boolean): void;
  /** Puts the cursor at the beginning of a line and moves the focus there. */
  goToLine(line: number): void;
  fix(what: FindingFix): void;
}

let current: CurrentEditor | undefined;
/** The deciding line that was requested last, kept for an editor that does not exist yet. */
let pointed: { readonly line: number; readonly isToBeSeen: boolean } | undefined;
/** Calls that wait until the editor exists. */
const waiting: ((editor: CurrentEditor) => void)[] = [];
const waitingForWish: (() => void)[] = [];

export function setEditor(editor: CurrentEditor | undefined): void {
  current = editor;
  if (!editor) return;
  if (pointed) editor.pointTo(pointed.line, pointed.isToBeSeen);
  for (const act of waiting.splice(0)) act(editor);
}

/** Resolves when the user first requests an action of the editor. */
export function untilWanted(): Promise<void> {
  return new Promise((resolve) => (waiting.length > 0 ? resolve() : waitingForWish.push(resolve)));
}

/** Marks the deciding line, and scrolls it into view. */
export function pointTo(line: number, isToBeSeen = true): void {
  pointed = { line, isToBeSeen };
  current?.pointTo(line, isToBeSeen);
}

export function goToLine(line: number): void {
  withEditor((editor) => editor.goToLine(line));
}

export function fix(what: FindingFix): void {
  withEditor((editor) => editor.fix(what));
}

/** Calls `act` now, or as soon as the editor exists. */
function withEditor(act: (editor: CurrentEditor) => void): void {
  if (current) {
    act(current);
    return;
  }
  waiting.push(act);
  for (const resolve of waitingForWish.splice(0)) resolve();
}
