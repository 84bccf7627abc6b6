/** Formats the report on AI crawlers as lines and as spreadsheet rows. */
import type { AiAccessRow } from '@robots-exclusion/operations/ai-access';
import { fileNotesText } from '@robots-exclusion/operations/shared';
import { cut, pad } from '../output/columns.ts';
import { csv, type Encoded } from '../output/encoded.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrapped } from '../output/wrapped.ts';
import { countText, evidenceText, obeysText, purposeWords, reachWords, statementText } from './ai-words.ts';
import type { SiteReport } from './site-reports.ts';

/** The report on one site: its evidence, a line for each crawler and purpose, and a total. */
export function aiText(report: SiteReport, reportedAt: string, { columns, style }: Terminal): string[] {
  const { evidence, checked } = report;
  const name = style.bold(evidence.robotsUrl ?? evidence.source ?? '');
  const head =
    checked.outcome === 'holds' ? [name] : wrapped(`${name}  ${checked.outcome}: ${checked.seen}`, columns);
  if ('error' in report) return [...head, ''];
  const when = evidence.fetchedAt === undefined ? `read ${reportedAt}` : `fetched ${evidence.fetchedAt}`;
  const digest = evidence.digest === undefined ? '' : `, SHA-256 ${evidence.digest}`;
  const lines = report.results.flatMap((row) => rowLines(row, report.target, columns));
  const { isTruncated } = report;
  const notes = fileNotesText(isTruncated ? { isTruncated } : {}).flatMap((note) =>
    wrapped(note, columns - 2),
  );
  return [
    ...head,
    `  ${when}${digest}, as this program was answered`,
    ...notes.map((note) => `  ${note}`),
    ...lines,
    countText(report.results),
    '',
  ];
}

/** The lines of one row: the verdict in columns, and its evidence below. */
function rowLines(row: AiAccessRow, target: string, columns: number): string[] {
  const [operator, purpose] = [pad(cut(row.operator, 20), 20), pad(purposeWords[row.purpose], 11)];
  const left = columns - 20 - 11 - 10 - 3 * 2;
  const details = `${statementText(row)}; ${evidenceText(row, target)}; ${obeysText(row)}`;
  return [
    `${operator}  ${purpose}  ${pad(reachWords[row.reach], 10)}  ${cut(row.token, left)}`,
    ...wrapped(details, columns - 4).map((line) => `    ${line}`),
  ];
}

/** One row for each site, crawler and purpose. A site that could not be read has one row with the error. */
export function aiCsv(reports: readonly SiteReport[], reportedAt: string): Encoded {
  const head = [
    'site',
    'operator',
    'purpose',
    'crawler',
    'reach',
    'target',
    'allowed',
    'rule',
    'rule_line',
    'group',
    'statement',
    'obeys',
    'says',
    'source',
    'source_as_of',
    'fetched_at',
    'sha256',
    'reported_at',
    'error',
  ];
  const rows = reports.flatMap((report) => {
    const { evidence = {} } = report;
    const site = evidence.robotsUrl ?? evidence.source;
    const file = [evidence.fetchedAt, evidence.digest, reportedAt];
    const empty = head.slice(1, -4).map(() => undefined);
    if ('error' in report) return [[site, ...empty, ...file, report.error.message]];
    return report.results.map((row) => [
      ...[site, row.operator, row.purpose, row.token, row.reach, report.target, row.allowed],
      ...[
        row.rule?.text,
        row.rule?.line,
        row.group,
        statementText(row),
        row.obeys,
        row.sourceKind,
        row.source,
        row.asOf,
      ],
      ...[...file, undefined],
    ]);
  });
  return csv([head, ...rows]);
}
