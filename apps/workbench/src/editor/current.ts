/** The editor that is on the page, for the panels that point into it. It is loaded after the first view. */
import type { TextFix } from '../engine/protocol.ts';

export interface CurrentEditor {
  /** Marks the line that decides, counted from 1; 0 for none. */
  pointTo(line: number, isToBeSeen: boolean): void;
  /** Puts the cursor at the beginning of a line and moves the focus there. */
  goToLine(line: number): void;
  fix(what: TextFix): void;
}

let current: CurrentEditor | undefined;
/** Where was pointed to before there was an editor. */
let pointed: { readonly line: number; readonly isToBeSeen: boolean } | undefined;

export function setEditor(editor: CurrentEditor | undefined): void {
  current = editor;
  if (editor && pointed) editor.pointTo(pointed.line, pointed.isToBeSeen);
}

/** Marks the line that decides, and brings it into view. */
export function pointTo(line: number, isToBeSeen = true): void {
  pointed = { line, isToBeSeen };
  current?.pointTo(line, isToBeSeen);
}

export function goToLine(line: number): void {
  current?.goToLine(line);
}

export function fix(what: TextFix): void {
  current?.fix(what);
}
