/** Converts the linter's findings and their fixes to diagnostics and code actions of LSP. */
import type { Finding, FindingFix } from '@robots-exclusion/operations/lint';
import { printable } from 'robots-exclusion/print';
import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  DiagnosticSeverity,
  type Range,
  type TextEdit,
} from 'vscode-languageserver/node';
import { documentationOf } from '../documentation.ts';
import { fixTitle } from '../lint/fix-title.ts';
import { counted } from '../output/counted.ts';
import type { RobotsText } from './robots-text.ts';
import type { Answers } from './work.ts';

/** The kind of the action that applies every fix that does not change a verdict. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.robots`;

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

export function diagnosticsOf(text: RobotsText, findings: readonly Finding[]): Diagnostic[] {
  return findings.map(({ code, severity, message, span }) => ({
    range: text.range(span),
    severity: SEVERITIES[severity],
    code,
    codeDescription: { href: documentationOf(code) },
    source: 'robots',
    message: printable(message),
  }));
}

/**
 * Actions for the findings in a range, and for the whole file. Actions for the whole file require a slow proof, so they
 * are offered only on explicit request.
 */
export async function actionsOf(
  text: RobotsText,
  findings: readonly Finding[],
  fixAll: () => Promise<Answers['fix-all'] | undefined>,
  { range, only }: { range: Range; only: readonly string[] | undefined },
): Promise<CodeAction[]> {
  const isAskedFor = (kind: string): boolean =>
    only?.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`)) ?? false;
  const here = findings.filter(({ span }) => touches(text.range(span), range));
  const isQuick = only === undefined || isAskedFor(CodeActionKind.QuickFix);
  return [
    ...(isQuick ? here.flatMap((found) => quickFixes(text, found)) : []),
    ...(isAskedFor(FIX_ALL) ? fixAllAction(text, await fixAll()) : []),
  ];
}

function quickFixes(text: RobotsText, found: Finding): CodeAction[] {
  const diagnostics = diagnosticsOf(text, [found]);
  const fixes = (found.fixes ?? []).map((fix) => ({
    title: fixTitle(fix),
    kind: CodeActionKind.QuickFix,
    isPreferred: !fix.changesVerdicts,
    diagnostics,
    edit: { changes: { [text.source.uri]: textEdits(text, fix) } },
  }));
  // A finding about the whole file has no line above which a comment could suppress it.
  return found.span.end === 0 ? fixes : [...fixes, { ...silence(text, found), diagnostics }];
}

function silence(text: RobotsText, { code, span }: Finding): CodeAction {
  const { line } = text.position(span.start);
  const lineEnd = /\r\n|\r|\n/.exec(text.source.getText())?.[0] ?? '\n';
  const at = { line, character: 0 };
  const newText = `# robots-lint-disable-next-line ${code}${lineEnd}`;
  return {
    title: `Disable ${code} for this line`,
    kind: CodeActionKind.QuickFix,
    edit: { changes: { [text.source.uri]: [{ range: { start: at, end: at }, newText }] } },
  };
}

/** The action with edits that an editor rejects once the document has another version. */
export function versioned(action: CodeAction, version: number): CodeAction {
  const documentChanges = Object.entries(action.edit?.changes ?? {}).map(([uri, edits]) => ({
    textDocument: { uri, version },
    edits,
  }));
  return { ...action, edit: { documentChanges } };
}

/** All fixes that are proven not to change a verdict, as one edit. */
function fixAllAction(text: RobotsText, fixed: Answers['fix-all'] | undefined): CodeAction[] {
  if (fixed === undefined || fixed.made.length === 0) return [];
  const { made, text: after } = fixed;
  const edit = changedPart(text, text.source.getText(), after);
  return [
    {
      title: `Apply all fixes that are proven to change no verdict (${counted(made.length, 'finding')})`,
      kind: FIX_ALL,
      edit: { changes: { [text.source.uri]: [edit] } },
    },
  ];
}

/** One edit that spans the first to the last changed character, so that a cursor elsewhere stays in place. */
function changedPart({ source }: RobotsText, before: string, after: string): TextEdit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  while (isInside(before, start) || isInside(after, start)) start--;
  let tail = 0;
  while (tail < most - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  while (isInside(before, before.length - tail) || isInside(after, after.length - tail)) tail--;
  const range = { start: source.positionAt(start), end: source.positionAt(before.length - tail) };
  return { range, newText: after.slice(start, after.length - tail) };
}

/** Whether the offset is inside a CRLF or a surrogate pair, where an editor has no valid position. */
function isInside(text: string, at: number): boolean {
  return /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(text.slice(Math.max(0, at - 1), at + 1));
}

function textEdits(text: RobotsText, { edits }: FindingFix): TextEdit[] {
  return edits.map(({ span, replacement, replacementBase64 = '' }) => ({
    range: text.range(span),
    newText: replacement ?? Buffer.from(replacementBase64, 'base64').toString(),
  }));
}

function touches(a: Range, b: Range): boolean {
  return a.start.line <= b.end.line && b.start.line <= a.end.line;
}
