/** Features of the editor besides displaying and editing text. They are loaded after the page. */
import { autocompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { type EditorView, keymap } from '@codemirror/view';
import { toggleLine } from '../state/line-filter.ts';
import { complete } from './completion.ts';
import { lineHover } from './hover.ts';

export const extras = [
  history(),
  highlightSelectionMatches(),
  autocompletion({ override: [complete], icons: false }),
  lineHover,
  keymap.of([
    { key: 'Alt-Enter', run: listUrlsOfLine },
    ...lintKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
];

function listUrlsOfLine({ state }: EditorView): boolean {
  toggleLine(state.doc.lineAt(state.selection.main.head).number);
  return true;
}

export { showFindings } from './findings.ts';
