/**
 * Creates the editor in a shadow tree, because even a strict content security policy permits its constructed style
 * sheets there.
 */
import { EditorState, type Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  lineNumbers,
} from '@codemirror/view';
import { countsGutter } from './counts-gutter.ts';
import { decidingLine, keepDecidingLineInView } from './deciding-line.ts';
import { highlighting } from './highlight.ts';
import { theme } from './theme.ts';

export interface EditorEvents {
  onText(text: string): void;
  /** Called when the user replaces the whole text by pasting. `before` is the old text. */
  onWhole(text: string, before: string): void;
  /** Called before a text is pasted; true refuses it. */
  refuses(text: string): boolean;
  /** Called when the cursor moves to another line, counted from 1. */
  onLine(line: number): void;
  onCountClick(line: number): void;
}

export function createEditor(host: HTMLElement, text: string, events: EditorEvents): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const parent = document.createElement('div');
  parent.style.height = '100%';
  root.replaceChildren(parent);
  const view = new EditorView({
    root,
    parent,
    state: EditorState.create({ doc: text, extensions: [extensions(events)] }),
  });
  return view;
}

function extensions({ onText, onWhole, onLine, onCountClick, refuses }: EditorEvents) {
  return [
    theme,
    countsGutter(onCountClick),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    drawSelection(),
    highlighting,
    decidingLine,
    keepDecidingLineInView,
    EditorView.contentAttributes.of({
      'aria-label': 'Draft of robots.txt',
      spellcheck: 'false',
      tabindex: '0',
    }),
    EditorView.domEventHandlers({
      beforeinput: typeOverSelection,
      paste(event) {
        const isRefused = refuses(event.clipboardData?.getData('text/plain') ?? '');
        if (isRefused) event.preventDefault();
        return isRefused;
      },
    }),
    EditorView.updateListener.of(({ docChanged, selectionSet, state, startState, transactions }) => {
      if (transactions.some(isWholePaste)) onWhole(state.doc.toString(), startState.doc.toString());
      else if (docChanged) onText(state.doc.toString());
      const line = state.doc.lineAt(state.selection.main.head).number;
      if (selectionSet && line !== startState.doc.lineAt(startState.selection.main.head).number) onLine(line);
    }),
  ];
}

function isWholePaste(transaction: Transaction): boolean {
  let isWhole = false;
  transaction.changes.iterChangedRanges((from, to) => {
    isWhole = from === 0 && to === transaction.startState.doc.length;
  });
  return isWhole && transaction.isUserEvent('input.paste');
}

/**
 * Handles typing over a selection, because browsers would keep the style of the selected text as an inline style, which
 * the page's policy forbids.
 */
function typeOverSelection(event: InputEvent, view: EditorView): boolean {
  const { data, inputType, isComposing } = event;
  if (inputType !== 'insertText' || isComposing || data === null || view.state.selection.main.empty)
    return false;
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  return true;
}

/** Replaces the whole text; undo restores it. */
export function replaceText(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  // The name of the user event makes the history treat this change as a separate step, even directly after another
  // change.
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    userEvent: 'input.replace',
  });
}
