/** Marks the linter's findings, with their fixes as actions. */
import { type Action, type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import type { Finding, FindingFix } from '@robots-exclusion/operations/lint';
import { applyFix } from './apply-fix.ts';
import { type Units, unitsOf } from './positions.ts';

/** Draws the findings. Findings outside the text belong to an earlier version; they are ignored until the next run. */
export function showFindings(view: EditorView, findings: readonly Finding[]): void {
  const { doc } = view.state;
  const units = unitsOf(doc.toString());
  const diagnostics = findings
    .filter(({ span }) => span.end <= units.octets)
    .map((finding) => diagnosticOf(finding, units, doc.length));
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

function diagnosticOf(
  { span, severity, message, code, fixes = [] }: Finding,
  { unitOf }: Units,
  length: number,
): Diagnostic {
  const [from, to] = [unitOf(span.start), unitOf(span.end)];
  const actions = fixes.map((fix): Action => ({ name: nameOf(fix), apply: (view) => applyFix(view, fix) }));
  return { from, to: Math.min(length, Math.max(to, from + 1)), severity, message, source: code, actions };
}

function nameOf({ title, changesVerdicts, effect = 'changes verdicts' }: FindingFix): string {
  return changesVerdicts ? `${title} (${effect})` : title;
}
