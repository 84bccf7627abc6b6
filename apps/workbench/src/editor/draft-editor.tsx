import { StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { notLoaded } from '../engine/words.ts';
import { untilFirstView } from '../state/first-view.ts';
import { toggleLine } from '../state/line-filter.ts';
import { openPasted, refusesPaste } from '../state/open-file.ts';
import { lineCountsOf, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { applyFix } from './apply-fix.ts';
import { showCounts } from './counts-gutter.ts';
import { createEditor, replaceText } from './create-editor.ts';
import { setEditor } from './current.ts';
import { showDecidingLine } from './deciding-line.ts';

export function DraftEditor(): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  useEffect(() => {
    const made = createEditor(host.current as HTMLDivElement, session.get().draft, {
      onText: (draft) => session.set({ draft }),
      onWhole: (text, before) => void openPasted(text, before),
      refuses: refusesPaste,
      onLine: (line) => session.set({ line }),
      onCountClick: toggleLine,
    });
    view.current = made;
    loadExtras(made.dom).then(
      ({ extras }) => made.dispatch({ effects: StateEffect.appendConfig.of(extras) }),
      () =>
        session.set({
          notice: {
            kind: 'warning',
            text: notLoaded('Undo, search and completion'),
          },
        }),
    );
    setEditor({
      pointTo: (line, isToBeSeen) => showDecidingLine(made, line, isToBeSeen),
      goToLine: (line) => goToLineOf(made, line),
      fix: (what) => applyFix(made, what),
    });
    return () => {
      setEditor(undefined);
      made.destroy();
    };
  }, []);
  followText(view);
  return <div class="editor" ref={host} />;
}

/** Puts the cursor at the beginning of a line and moves the focus there. */
function goToLineOf(view: EditorView, line: number): void {
  if (line < 1 || line > view.state.doc.lines) return;
  const { from } = view.state.doc.line(line);
  view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
  view.focus();
}

/** Updates the editor when the session's state changes. */
function followText(view: { current: EditorView | null }): void {
  const draft = useStore(session, (state) => state.draft);
  const findings = useStore(session, (state) => state.findings);
  const trace = useStore(session, (state) => state.trace);
  useEffect(() => {
    // Reads the session rather than `draft`, because the user may have typed in the meantime.
    if (view.current) replaceText(view.current, session.get().draft);
  }, [draft]);
  useEffect(() => {
    if (!view.current) return;
    loadExtras(view.current.dom).then(
      ({ showFindings }) => {
        if (view.current && session.get().findings === findings) showFindings(view.current, findings);
      },
      // `loadExtras` reports the failure once.
      () => undefined,
    );
  }, [findings]);
  useEffect(() => {
    if (view.current) showCounts(view.current, lineCountsOf(session.get()));
  }, [trace]);
}

type Extras = typeof import('./extras.ts');

let loading: Promise<Extras> | undefined;

/** Loaded once, when the first view is complete or the editor gets the focus. */
function loadExtras(editor: HTMLElement): Promise<Extras> {
  loading ??= Promise.race([untilFirstView(), untilFocus(editor)])
    .then(() => import('./extras.ts'))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

function untilFocus(editor: HTMLElement): Promise<void> {
  return new Promise((resolve) => editor.addEventListener('focusin', () => resolve(), { once: true }));
}
