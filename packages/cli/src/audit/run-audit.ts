/** Turns logs, versions and evidence into a report, and prints it in the requested format. */

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import {
  type AuditReport,
  audit,
  type Comparison,
  compareReports,
  type EarlierReport,
  type Finding,
  type LogSource,
  readEarlierReport,
  type Timeline,
  timeline,
  type VersionSource,
  versionsInLogs,
} from '@robots-exclusion/audit';
import { readVersions, VersionsError } from '@robots-exclusion/audit/node';
import { servers } from '@robots-exclusion/operations/server-rules';
import { type AgentIndex, type AgentProfile, agents } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';
import { readProfiles } from '../crawlers/read-registry.ts';
import { ExitCode } from '../exit-codes.ts';
import { readWhole, requireReadable } from '../input/read-body.ts';
import { jsonInParts, ndjson } from '../output/encoded.ts';
import { startProgress } from '../output/progress.ts';
import { tell, warn, writeOut } from '../output/stdout.ts';
import { stdoutTerminal } from '../output/terminal.ts';
import { auditCsv } from './audit-csv.ts';
import { auditHtml } from './audit-html.ts';
import type { AuditCommandOptions } from './audit-options.ts';
import { auditText } from './audit-text.ts';
import { blocklist } from './blocklist.ts';
import { type BundledQuestion, writeBundle } from './bundle.ts';
import { openEvidence } from './evidence.ts';
import { type RefusalRules, refusalRules } from './refusals.ts';
import { openLogs } from './stdin-log.ts';

/** @throws {CommandError} If an option is invalid, or a file cannot be read. */
export async function runAudit(
  names: readonly string[],
  versions: string,
  options: AuditCommandOptions,
  signal: AbortSignal,
): Promise<AuditReport> {
  requireProposal(options);
  const earlier = options.compareWith === undefined ? undefined : await readEarlier(options.compareWith);
  const { evidence, lookUp, rdns, keySets, remarks } = await openEvidence(options, signal);
  const rules = refusalRulesOf(options, evidence.registry?.agents);
  const logs = await openLogs(names, signal);
  const progress = await startProgress('lines', options.format === 'ndjson' ? 'along' : 'at the end');
  const question = questionOf(options);
  const { graceMs, trustClaims: _, samples, ...asked } = question;
  try {
    const sources = await openVersions(versions, logs.sources, options, signal).catch(asUsage);
    const report = await audit(logs.sources, {
      ...asked,
      samples: samples === null ? Number.POSITIVE_INFINITY : samples,
      timeline: openTimeline(sources, graceMs, evidence.registry),
      evidence,
      lookUp,
      ...(options.format === 'ndjson' && { onFindings: writeFindings }),
      onProgress: (lines) => {
        progress.at(lines);
        growSlowly();
      },
      signal,
    }).catch(asUsage);
    for (const remark of remarks()) warn(remark);
    if (options.evidence !== undefined) {
      const profiles = options.registry === undefined ? undefined : await readProfiles(options.registry);
      const { ranges } = evidence;
      const had = { report, question, versions: sources, ranges, rdns: rdns(), keySets, profiles };
      const digest = await writeBundle(options.evidence, { ...had, logs: logs.sources });
      tell(`${options.evidence}: the SHA-256 of manifest.json is ${digest}`);
    }
    progress.end();
    await writeReport(report, options.format, rules, earlier && compareReports(earlier, report));
    return report;
  } finally {
    progress.end();
    await logs.close();
  }
}

function questionOf(options: AuditCommandOptions): BundledQuestion {
  const {
    logFormat,
    jsonField,
    ownProxies,
    clientAddress,
    pricePerGb,
    site,
    since,
    grace,
    samples,
    trustClaims,
  } = options;
  return {
    format: logFormat,
    named: jsonField,
    ownProxies,
    clientAddress,
    pricePerGigabyte: pricePerGb,
    host: site,
    since,
    graceMs: grace,
    samples: samples === Number.POSITIVE_INFINITY ? null : samples,
    trustClaims,
    now: Date.now(),
  };
}

function refusalRulesOf(
  { atLeast, share, include }: AuditCommandOptions,
  profiles: readonly AgentProfile[] | undefined,
): RefusalRules {
  for (const name of include ?? []) {
    if ((profiles ?? agents).some(({ token }) => token.toLowerCase() === name.toLowerCase())) continue;
    throw new CommandError(
      `Cannot include ${JSON.stringify(name)}: expected the product token of a search engine, or of a fetcher that acts for a person, such as "bingbot"`,
    );
  }
  return {
    atLeast: atLeast ?? refusalRules.atLeast,
    sharePercent: share ?? refusalRules.sharePercent,
    include: include ?? [],
    profiles,
  };
}

/** @throws {CommandError} If an option for proposals is given with another format, or names an unknown crawler. */
function requireProposal({ format, atLeast, share, include }: AuditCommandOptions): void {
  const isProposal = servers.some((name) => name === format);
  if (!isProposal && (atLeast ?? share ?? include) !== undefined) {
    throw new CommandError(
      `Cannot use --at-least, --share or --include with --format ${format}: expected --format ${servers.join(', ')}`,
    );
  }
}

const LEARNT = 'log:';

/**
 * Opens the named versions. With the prefix `log:`, determines from the responses in the logs when each version was
 * served.
 */
async function openVersions(
  versions: string,
  logs: readonly LogSource[],
  { logFormat: format, jsonField: named, site: host }: AuditCommandOptions,
  signal: AbortSignal,
): Promise<VersionSource[]> {
  if (!versions.startsWith(LEARNT)) {
    if (!versions.startsWith('git:')) requireReadable(versions);
    return readVersions(versions);
  }
  const source = versions.slice(LEARNT.length);
  const files = source === '' ? [] : await readVersions(source);
  const learnt = await versionsInLogs(logs, files, { format, named, host, signal });
  if (learnt.length > 0) return learnt;
  throw new CommandError(
    'Cannot learn versions from the logs: expected requests for /robots.txt that were answered with 200 and a size, or with 404',
    ExitCode.badInput,
  );
}

function openTimeline(
  sources: readonly VersionSource[],
  graceMs: number | undefined,
  registry: AgentIndex | undefined,
): Timeline {
  try {
    return timeline(sources, { graceMs, registry });
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError(error.message);
    throw error;
  }
}

/** Turns errors about invalid input into usage errors. */
function asUsage(error: unknown): never {
  if (error instanceof VersionsError) throw new CommandError(error.message);
  if (error instanceof RangeError || error instanceof TypeError) {
    if (/^Cannot read (?:a log|".*" as a block)/.test(error.message)) throw new CommandError(error.message);
  }
  throw error;
}

async function writeFindings(findings: readonly Finding[]): Promise<void> {
  await writeOut(ndjson(findings));
}

/** @throws {CommandError} If the file is not a report. */
async function readEarlier(file: string): Promise<EarlierReport> {
  try {
    return readEarlierReport(JSON.parse(new TextDecoder().decode(await readWhole(file))));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file}: ${(error as Error).message.split('\n', 1)[0]}`, ExitCode.badInput);
  }
}

async function writeReport(
  report: AuditReport,
  format: AuditCommandOptions['format'],
  rules: RefusalRules,
  comparison: Comparison | undefined,
): Promise<void> {
  if (format === 'text') await writeOut(auditText(report, stdoutTerminal(), comparison));
  else if (format === 'json') await writeJson({ ...report, ...(comparison && { comparison }) });
  else if (format === 'csv') await writeOut(auditCsv(report));
  else if (format === 'html') await writeOut(auditHtml(report, comparison));
  else if (format !== 'ndjson') await writeOut(blocklist(report, format, rules));
}

/** Writes in parts, because the report on a hostile log can be large. */
async function writeJson(report: object): Promise<void> {
  for (const part of jsonInParts(report)) await writeOut(part);
}

/**
 * The memory use of the process above which heap growth is limited. Ordinary logs need less memory, and are read 15 %
 * faster without the limit.
 */
const ENOUGH_BYTES = 140 * 1024 * 1024;
/**
 * The size of two semi-spaces of 4 MiB. A log chunk retains 2 MiB; semi-spaces of 16 MiB would not make reading faster.
 */
const ENOUGH_YOUNG_BYTES = 8 * 1024 * 1024;

let isYoungHeld = false;
let isSlow = false;

/**
 * Keeps the heap's young generation small. Once the process exceeds 140 MiB, V8 collects garbage whenever the heap has
 * grown by a fifth, instead of when it has grown by up to three times its size.
 */
function growSlowly(): void {
  if (!isYoungHeld && youngBytes() >= ENOUGH_YOUNG_BYTES) {
    setFlagsFromString('--semi-space-growth-factor=1');
    isYoungHeld = true;
  }
  if (isSlow || process.memoryUsage.rss() < ENOUGH_BYTES) return;
  setFlagsFromString('--heap-growing-percent=20');
  isSlow = true;
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
