/** The editor's theme. Colors come from the page's custom properties, which also apply in its shadow tree. */

import { EditorView } from '@codemirror/view';
import rules from './theme.json' with { type: 'json' };

export const theme = EditorView.theme(rules);
