/** What the editor can do besides showing and taking text; loaded once the page is there. */
import { autocompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { keymap } from '@codemirror/view';
import { complete } from './completion.ts';
import { lineHover } from './hover.ts';

export const extras = [
  history(),
  highlightSelectionMatches(),
  autocompletion({ override: [complete], icons: false }),
  lineHover,
  keymap.of([...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
];

export { showFindings } from './findings.ts';
