/** Marks of the linter, with its fixes as actions. */
import { type Action, type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import type { Finding } from '../engine/protocol.ts';
import { applyFix } from './apply-fix.ts';

/** Draws the findings; those outside the text belong to an earlier version and are ignored until the next run. */
export function showFindings(view: EditorView, findings: readonly Finding[]): void {
  const { length } = view.state.doc;
  const diagnostics = findings
    .filter(({ to }) => to <= length)
    .map((finding) => diagnosticOf(finding, length));
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

function diagnosticOf({ from, to, severity, message, code, fixes }: Finding, length: number): Diagnostic {
  const actions = fixes.map((fix): Action => ({ name: nameOf(fix), apply: (view) => applyFix(view, fix) }));
  return { from, to: Math.min(length, Math.max(to, from + 1)), severity, message, source: code, actions };
}

function nameOf({ title, changesVerdicts, effect = 'changes verdicts' }: Finding['fixes'][number]): string {
  return changesVerdicts ? `${title} (${effect})` : title;
}
