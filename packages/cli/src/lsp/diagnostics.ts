/** Findings of the linter as the editor shows them, and their fixes as it applies them. */
import type { Fix, Diagnostic as Found } from 'robots-exclusion';
import { divergences } from 'robots-exclusion/interpret';
import { type LintOptions, lint } from 'robots-exclusion/lint';
import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  DiagnosticSeverity,
  type Range,
  type TextEdit,
} from 'vscode-languageserver/node';
import { printable } from '../output/printable.ts';
import type { RobotsText } from './robots-text.ts';

/** Kind of the action that applies every fix which changes no verdict. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.robots`;

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

/** What the linter finds. */
export function findingsOf(text: RobotsText, options: LintOptions): readonly Found[] {
  return lint(text.document, { ...options, divergences });
}

export function diagnosticsOf(text: RobotsText, findings: readonly Found[]): Diagnostic[] {
  return findings.map(({ code, severity, message, span }) => ({
    range: text.range(span),
    severity: SEVERITIES[severity],
    code,
    source: 'robots',
    message: printable(message),
  }));
}

/** What can be done about the findings in a range, and about all of the file. */
export function actionsOf(
  text: RobotsText,
  findings: readonly Found[],
  range: Range,
  only: readonly string[] | undefined,
): CodeAction[] {
  const isWanted = (kind: string): boolean =>
    only === undefined || only.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`));
  const here = findings.filter(({ span }) => touches(text.range(span), range));
  return [
    ...(isWanted(CodeActionKind.QuickFix) ? here.flatMap((found) => quickFixes(text, found)) : []),
    ...(isWanted(FIX_ALL) ? fixAll(text, findings) : []),
  ];
}

function quickFixes(text: RobotsText, found: Found): CodeAction[] {
  const diagnostics = diagnosticsOf(text, [found]);
  const fixes = (found.fixes ?? []).map((fix) => ({
    title: `${printable(fix.title)}${fix.changesVerdicts ? ' (changes verdicts)' : ''}`,
    kind: CodeActionKind.QuickFix,
    isPreferred: isSafe(text, fix),
    diagnostics,
    edit: { changes: { [text.source.uri]: textEdits(text, fix) } },
  }));
  return [...fixes, { ...silence(text, found), diagnostics }];
}

function silence(text: RobotsText, { code, span }: Found): CodeAction {
  const { line } = text.position(span.start);
  const lineEnd = /\r\n|\r|\n/.exec(text.source.getText())?.[0] ?? '\n';
  const at = { line, character: 0 };
  const newText = `# robots-lint-disable-next-line ${code}${lineEnd}`;
  return {
    title: `Silence ${code} for this line`,
    kind: CodeActionKind.QuickFix,
    edit: { changes: { [text.source.uri]: [{ range: { start: at, end: at }, newText }] } },
  };
}

/** Of fixes that overlap, the first counts; the next run finds the others. */
function fixAll(text: RobotsText, findings: readonly Found[]): CodeAction[] {
  const fixes = findings.flatMap(({ fixes: [fix] = [] }) => (fix && isSafe(text, fix) ? [fix] : []));
  const applied: Fix[] = [];
  for (const fix of fixes) if (!applied.some((other) => overlap(fix, other))) applied.push(fix);
  if (applied.length === 0) return [];
  const edits = applied.flatMap((fix) => textEdits(text, fix));
  return [
    {
      title: 'Mend all that changes no verdict',
      kind: FIX_ALL,
      edit: { changes: { [text.source.uri]: edits } },
    },
  ];
}

/**
 * An edit inside a pattern may change how specific it is, which matters where rules of both kinds stand: such a fix is
 * not made unseen.
 */
function isSafe({ document }: RobotsText, { changesVerdicts, edits }: Fix): boolean {
  if (changesVerdicts) return false;
  const rules = document.groups.flatMap((group) => group.rules);
  const isMixed = new Set(rules.map(({ kind }) => kind)).size > 1;
  const isInPattern = edits.some(({ span }) =>
    rules.some(({ valueSpan }) => span.start >= valueSpan.start && span.end <= valueSpan.end),
  );
  return !(isMixed && isInPattern);
}

function overlap(a: Fix, b: Fix): boolean {
  return a.edits.some(({ span }) =>
    b.edits.some((other) => span.start <= other.span.end && other.span.start <= span.end),
  );
}

function textEdits(text: RobotsText, { edits }: Fix): TextEdit[] {
  return edits.map(({ span, replacement }) => ({
    range: text.range(span),
    newText: typeof replacement === 'string' ? replacement : Buffer.from(replacement).toString(),
  }));
}

function touches(a: Range, b: Range): boolean {
  return a.start.line <= b.end.line && b.start.line <= a.end.line;
}
