/** Writes reports in the requested format, one by one if the format permits, so that long lists appear gradually. */
import { ExitCode, mostImportant } from '../exit-codes.ts';
import { jsonResults, ndjson } from '../output/encoded.ts';
import { writeOut } from '../output/stdout.ts';
import { stdoutTerminal } from '../output/terminal.ts';
import { aiHtml } from './ai-html.ts';
import { aiCsv, aiText } from './ai-text.ts';
import type { SiteReport } from './site-reports.ts';

export type ReportFormat = 'text' | 'json' | 'ndjson' | 'csv' | 'html';

export async function writeReports(
  reports: AsyncIterable<SiteReport>,
  format: ReportFormat,
): Promise<ExitCode> {
  const reportedAt = `${new Date().toISOString().slice(0, 19)}Z`;
  const codes: ExitCode[] = [ExitCode.allowed];
  const kept: SiteReport[] = [];
  const results = jsonResults();
  for await (const report of reports) {
    codes.push(codeOf(report));
    if (format === 'text') await writeOut(aiText(report, reportedAt, stdoutTerminal()));
    else if (format === 'ndjson') await writeOut(ndjson([dated(report, reportedAt)]));
    else if (format === 'json') await writeOut(results.item(dated(report, reportedAt)));
    else kept.push(report);
  }
  if (format === 'json') await writeOut(results.end(undefined));
  if (format === 'csv') await writeOut(aiCsv(kept, reportedAt));
  if (format === 'html') await writeOut(aiHtml(kept, reportedAt));
  return mostImportant(codes);
}

/** Adds the report's time to its evidence. For the same input, nothing else differs between runs. */
function dated(report: SiteReport, reportedAt: string): object {
  return { ...report, evidence: { ...report.evidence, reportedAt } };
}

/**
 * The exit code of a report. A URL that could not be fetched and a file that could not be read have different codes.
 */
function codeOf(report: SiteReport): ExitCode {
  if (!('error' in report)) return ExitCode.allowed;
  return report.evidence.outcome === undefined ? ExitCode.badInput : ExitCode.undetermined;
}
