/** Shows two texts side by side, or stacked if the page is narrow. It is loaded on demand. */
import { Change, MergeView, presentableDiff, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { highlighting } from '../../editor/highlight.ts';
import { theme } from '../../editor/theme.ts';
import { lineDiff } from './line-diff.ts';

/** Limit on the UTF-16 code units of a change that is also compared by words. */
const MAX_REFINED = 400;

const diffConfig = { override: changesOf };

/** Compares by lines first, because records are lines, and by words only within short changes. */
function changesOf(before: string, after: string): readonly Change[] {
  return lineDiff(before, after).flatMap(({ fromA, toA, fromB, toB }) => {
    const isShort = toA - fromA < MAX_REFINED && toB - fromB < MAX_REFINED && toA > fromA && toB > fromB;
    if (!isShort) return [new Change(fromA, toA, fromB, toB)];
    return presentableDiff(before.slice(fromA, toA), after.slice(fromB, toB)).map(
      (change) =>
        new Change(fromA + change.fromA, fromA + change.toA, fromB + change.fromB, fromB + change.toB),
    );
  });
}

const shared = [
  lineNumbers(),
  highlighting,
  theme,
  EditorState.readOnly.of(true),
  EditorView.theme({
    '&': { height: 'auto' },
    '.cm-changedLine, .cm-inlineChangedLine': { backgroundColor: 'var(--allowed-fill) !important' },
    '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': {
      backgroundColor: 'var(--disallowed-fill) !important',
    },
    '.cm-changedText': { background: 'none !important', textDecoration: 'underline var(--allowed-mark) 2px' },
    '&.cm-merge-a .cm-changedText, .cm-deletedText': {
      background: 'none !important',
      textDecoration: 'underline var(--disallowed-mark) 2px !important',
    },
    '.cm-collapsedLines': {
      background: 'var(--surface) !important',
      color: 'var(--ink-2)',
      padding: '2px 12px',
      cursor: 'pointer',
    },
  }),
];

/** Draws into the shadow tree of `host`; returns a function that removes it. */
export function showTextDiff(
  host: HTMLElement,
  before: string,
  after: string,
  isNarrow: boolean,
): () => void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const parent = document.createElement('div');
  root.replaceChildren(parent);
  const collapseUnchanged = { margin: 2, minSize: 5 };
  if (isNarrow) {
    const merge = unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged, diffConfig });
    const label = EditorView.contentAttributes.of({ 'aria-label': 'Differences', tabindex: '0' });
    const view = new EditorView({
      root,
      parent,
      state: EditorState.create({ doc: after, extensions: [shared, label, merge] }),
    });
    return () => view.destroy();
  }
  const side = (doc: string, label: string) => ({
    doc,
    extensions: [shared, EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' })],
  });
  const view = new MergeView({
    a: side(before, 'Before'),
    b: side(after, 'Draft'),
    root,
    parent,
    collapseUnchanged,
    diffConfig,
  });
  return () => view.destroy();
}
