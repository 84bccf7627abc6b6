/** Judges the requests of an access log that was handed in. Nothing is asked of the network. */
import {
  type AuditReport,
  audit,
  type Finding,
  instantIn,
  readLog,
  readNames,
  readRanges,
  type Timeline,
  timeline,
  type VersionSource,
  versionsInLogs,
} from '@robots-exclusion/audit';
import type { AgentIndex } from 'robots-exclusion/agents';
import { OperationError } from '../errors.ts';

/** What is asked: a log, and what it is judged by. */
export interface AuditInput {
  log: string;
  versions: readonly GivenVersion[];
  host?: string | undefined;
  graceHours?: number | undefined;
  format?: string | undefined;
  ranges?: Readonly<Record<string, unknown>> | undefined;
  rdns?: Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[] | undefined;
  trustClaims?: boolean | undefined;
  fromLog?: boolean | undefined;
  since?: string | undefined;
}

/** The question with what the door adds. Plain data. */
export interface AuditAsked extends AuditInput {
  /** Where crawlers are looked up, if not among the built-in ones. */
  registry?: AgentIndex | undefined;
  /** The report, or each judged request in a line. */
  wanted: 'report' | 'hits';
  maxAnswerBytes: number;
}

/** A version as requests have it. */
export interface GivenVersion {
  /** An instant, or `always`. */
  from: string;
  /** `null` while there was none. */
  robots: string | null;
  host?: string | undefined;
}

/** What an audit is, for doors that describe it. */
export const auditFacts = {
  name: 'audit',
  title: 'Which crawlers kept to robots.txt, by this access log?',
  about:
    'Every request of the log is judged by the version that bound its crawler at that time. Nothing is fetched, and DNS is not asked.',
} as const;

const HOUR_MS = 3_600_000;

/**
 * The report, or each judged request in a line, as JSON text.
 *
 * @throws {OperationError} If a member of the question cannot be used, or there is too much to say.
 */
export async function auditLog(question: AuditAsked): Promise<string> {
  const { log, format, host, since, ranges, rdns, trustClaims, registry, wanted, maxAnswerBytes } = question;
  const lines = new Lines(maxAnswerBytes);
  if (format !== undefined) at('format', () => readLog('', format));
  const options = {
    timeline: await timelineOf(question),
    evidence: {
      registry,
      trustClaims,
      ranges: ranges === undefined ? undefined : at('ranges', () => readRanges(ranges)),
      namesOf: rdns === undefined ? undefined : at('rdns', () => readNames(rdns)),
    },
    format,
    host,
    since: since === undefined ? undefined : instant(since, 'since'),
    ...(wanted === 'hits' && { onFindings: (findings: readonly Finding[]) => lines.add(findings) }),
  };
  const report = await audit([{ name: 'log', open: () => log }], options);
  return wanted === 'hits' ? lines.text() : textOf(report, maxAnswerBytes);
}

async function timelineOf(question: AuditAsked): Promise<Timeline> {
  const { log, versions, fromLog, format, host, graceHours, registry } = question;
  const given = versions.map(sourceOf);
  const sources = fromLog
    ? await versionsInLogs([{ name: 'log', open: () => log }], given, { format, host })
    : given;
  if (sources.length === 0)
    throw fault('fromLog', 'Expected answers to /robots.txt in the log, with 200 and a size, or 404');
  const graceMs = graceHours === undefined ? undefined : graceHours * HOUR_MS;
  return at('versions', () => timeline(sources, { graceMs, registry }));
}

/** Named as a folder of versions names it, or by its instant. */
function sourceOf({ from, robots: body, host }: GivenVersion, index: number): VersionSource {
  if (from === 'always') return { body, host, from: Number.NEGATIVE_INFINITY };
  const name = host === undefined ? from : `${host}/${from}`;
  const isName = !from.includes(':');
  return { body, host, from: instant(from, `versions[${index}].from`), ...(isName && { name }) };
}

function instant(text: string, path: string): number {
  const time = instantIn(text);
  if (time !== undefined) return time;
  throw fault(path, `Expected an instant such as "2026-11-01T00:00:00Z", got ${JSON.stringify(text)}`);
}

/** A member of the question that cannot be used. */
function fault(path: string, message: string): OperationError {
  return new OperationError('invalid-request', message, path);
}

/** What a reader says against its input is the sender's fault. */
function at<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw fault(path, error.message);
    throw error;
  }
}

/** Judged requests as NDJSON. A long line of robots.txt is repeated for each, so that they grow beyond the log. */
class Lines {
  readonly #maxBytes: number;
  readonly #parts: string[] = [];
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const line = `${JSON.stringify(finding)}\n`;
      this.#length += line.length;
      if (this.#length > this.#maxBytes) throw new OperationError('answer-too-large');
      this.#parts.push(line);
    }
  }

  text(): string {
    return this.#parts.join('');
  }
}

/** The same line of robots.txt has a row for each crawler: measured before it is written out so often. */
function textOf(report: AuditReport, maxBytes: number): string {
  const length = report.rules.reduce((sum, { text }) => sum + text.length, 0);
  const text = length > maxBytes ? undefined : JSON.stringify(report);
  if (text !== undefined && text.length <= maxBytes) return text;
  throw new OperationError('answer-too-large');
}
