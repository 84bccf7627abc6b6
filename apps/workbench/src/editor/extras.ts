/** What the editor can do besides showing and editing; loaded once the page is there. */
import { autocompletion } from '@codemirror/autocomplete';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { keymap } from '@codemirror/view';
import { complete } from './completion.ts';

export const extras = [
  highlightSelectionMatches(),
  autocompletion({ override: [complete], icons: false }),
  keymap.of([...lintKeymap, ...searchKeymap]),
];

export { showFindings } from './findings.ts';
