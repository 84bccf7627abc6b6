/** Formats findings for people: file, line, column and message, then the line itself with a caret under the span. */
import type { Finding } from '@robots-exclusion/operations/lint';
import { documentationOf } from '../documentation.ts';
import { counted } from '../output/counted.ts';
import { shown } from '../output/shown.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrapped } from '../output/wrapped.ts';
import { fixTitle } from './fix-title.ts';
import { type LintedFile, lineOf } from './report.ts';

/** Formats all findings, and a last line with counts. */
export function lintText(files: readonly LintedFile[], terminal: Terminal): string[] {
  const blocks = files.flatMap((file) =>
    file.answer.findings.map((finding) => block(file, finding, terminal)),
  );
  const found = files.flatMap(({ answer }) => answer.findings);
  const [only] = files.length === 1 ? files : [];
  const of = only ? only.name : counted(files.length, 'file');
  if (found.length > 0)
    return [
      ...blocks.flat(),
      `${counted(found.length, 'finding')} in ${of}: ${bySeverity(found)}${fixable(found)}`,
    ];
  const isEmpty = only !== undefined && new TextDecoder().decode(only.octets).trim() === '';
  return [`No problems found in ${of}${isEmpty ? ': the file is empty, so everything is allowed' : ''}`];
}

/** Counts by severity, such as `1 error, 2 warnings`, with the most severe first. */
function bySeverity(found: readonly Finding[]): string {
  return SEVERITIES.flatMap(([severity, noun]) => {
    const count = found.filter((one) => one.severity === severity).length;
    return count === 0 ? [] : [counted(count, noun)];
  }).join(', ');
}

const SEVERITIES = [
  ['error', 'error'],
  ['warning', 'warning'],
  ['info', 'remark'],
] as const;

/** Counts the findings that `--fix` fixes, and those that only `--fix-dangerous` fixes. */
function fixable(found: readonly Finding[]): string {
  const withFixes = found.filter(({ fixes = [] }) => fixes.some(({ onlyByRule }) => !onlyByRule));
  const safe = withFixes.filter(({ fixes = [] }) =>
    fixes.some(({ changesVerdicts }) => !changesVerdicts),
  ).length;
  const others = withFixes.length - safe;
  const parts = [
    ...(safe > 0 ? [`--fix can fix ${safe}`] : []),
    ...(others > 0 ? [`--fix-dangerous ${safe > 0 ? `${others} more` : `can fix ${others}`}`] : []),
  ];
  return parts.length === 0 ? '' : `; ${parts.join(', ')}`;
}

function block({ name, octets }: LintedFile, finding: Finding, { columns, style, link }: Terminal): string[] {
  const colour = { error: style.red, warning: style.yellow, info: style.cyan }[finding.severity];
  const head = `${style.bold(`${name}:${finding.line}:${finding.column}`)} ${colour(finding.severity)} ${style.dim(link(finding.code, documentationOf(finding.code)))}`;
  const fix = finding.fixes?.[0];
  return [
    head,
    ...wrapped(finding.message, columns - 2).map((line) => `  ${line}`),
    ...caret(finding, lineOf(octets, finding), columns, colour),
    ...(fix ? [`  ${style.dim(`fix: ${fixTitle(fix)}`)}`] : []),
    '',
  ];
}

/** The line with a caret below it; for a long line, only the part around the span. */
function caret(place: Finding, text: string, columns: number, colour: (text: string) => string): string[] {
  const room = columns - 8 - String(place.line).length;
  const from = Math.max(0, Math.min(place.column - 1 - 10, text.length - room));
  const before = shown(text.slice(from, place.column - 1));
  const end = place.endLine === place.line ? place.endColumn - 1 : text.length;
  const marked = shown(text.slice(place.column - 1, end)).slice(0, Math.max(1, room - before.length));
  const after = shown(text.slice(end)).slice(0, Math.max(0, room - before.length - marked.length));
  const gutter = ' '.repeat(String(place.line).length);
  const line = `    ${place.line} | ${before}${marked}${after}`.trimEnd();
  return [
    line,
    `    ${gutter} | ${' '.repeat(before.length)}${colour('^'.repeat(Math.max(1, marked.length)))}`,
  ];
}
