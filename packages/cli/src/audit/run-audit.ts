/** Logs, versions and evidence to a report, printed in a format. */
import { type AuditReport, audit, type Finding, type Timeline, timeline } from '@robots-exclusion/audit';
import { readVersions, VersionsError } from '@robots-exclusion/audit/node';
import type { AgentIndex } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { auditCsv } from '../output/audit-csv.ts';
import { auditHtml } from '../output/audit-html.ts';
import { auditText } from '../output/audit-text.ts';
import { printableJson } from '../output/printable.ts';
import { startProgress } from '../output/progress.ts';
import { writeOut } from '../output/stdout.ts';
import { stdoutTerminal } from '../output/terminal.ts';
import type { AuditCommandOptions } from './audit-options.ts';
import { openEvidence } from './evidence.ts';
import { openLogs } from './stdin-log.ts';

/** @throws {CommandError} If an option cannot be used, or a file cannot be read. */
export async function runAudit(
  names: readonly string[],
  versions: string,
  options: AuditCommandOptions,
  signal: AbortSignal,
): Promise<AuditReport> {
  const { evidence, lookUp } = await openEvidence(options, signal);
  const history = await openTimeline(versions, options.grace, evidence.registry);
  const logs = await openLogs(names, signal);
  const progress = await startProgress('lines', options.format === 'ndjson' ? 'along' : 'at the end');
  try {
    const report = await audit(logs.sources, {
      timeline: history,
      evidence,
      lookUp,
      format: options.logFormat,
      signatureField: options.signatureField,
      host: options.host,
      since: options.since,
      ...(options.format === 'ndjson' && { onFindings: writeFindings }),
      onProgress: (lines) => progress.at(lines),
      signal,
    }).catch(asUsage);
    progress.end();
    await writeReport(report, options.format);
    return report;
  } finally {
    progress.end();
    await logs.close();
  }
}

async function openTimeline(
  versions: string,
  graceMs: number | undefined,
  registry: AgentIndex | undefined,
): Promise<Timeline> {
  try {
    return timeline(await readVersions(versions), { graceMs, registry });
  } catch (error) {
    if (error instanceof VersionsError || error instanceof RangeError) throw new CommandError(error.message);
    throw error;
  }
}

/** The reader reports an invalid format. */
function asUsage(error: unknown): never {
  if (error instanceof RangeError || error instanceof TypeError) {
    if (error.message.startsWith('Cannot read a log')) throw new CommandError(error.message);
  }
  throw error;
}

async function writeFindings(findings: readonly Finding[]): Promise<void> {
  await writeOut(findings.map((finding) => `${printableJson(finding)}\n`).join(''));
}

async function writeReport(report: AuditReport, format: AuditCommandOptions['format']): Promise<void> {
  if (format === 'text') await writeOut(auditText(report, stdoutTerminal()));
  else if (format === 'json') await writeOut(`${printableJson(report, 2)}\n`);
  else if (format === 'csv') await writeOut(auditCsv(report));
  else if (format === 'html') await writeOut(auditHtml(report));
}
