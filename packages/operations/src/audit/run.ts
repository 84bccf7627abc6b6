/** Judges the requests in a given access log. Nothing is fetched. */
import {
  type AuditReport,
  type Finding,
  instantIn,
  audit as judgeLogs,
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
import type { PortOperation } from '../operation.ts';
import { EXAMPLE_ROBOTS, octetsOf } from '../shared/robots-body.ts';
import type { AuditInput } from './schema.ts';

/** The input with its registry. Plain data. */
export interface AuditAsked extends AuditInput {
  /** The registry of crawlers, if it is not the built-in one. */
  registry?: AgentIndex | undefined;
}

/** The format of the answer. */
export interface AuditForm {
  /** Whether to return the report, or one line per judged request. */
  wanted: 'report' | 'hits';
  maxAnswerBytes: number;
}

export interface GivenVersion {
  /** A time, or `always`. */
  from: string;
  /** The file as text; `null` if there was no file. */
  robots?: string | null | undefined;
  /** The exact octets of the file, instead of `robots`. */
  robotsBase64?: string | undefined;
  host?: string | undefined;
}

const EXAMPLE_LOG =
  '192.0.2.7 - - [05/Nov/2026:10:00:00 +0000] "GET /private/x HTTP/1.1" 200 5 "-" "GPTBot/1.3"\n';

/** Judges the requests of a log. The output is JSON text, so that the thread that computes it also serializes it. */
export const audit = {
  name: 'audit',
  title: 'Which crawlers obeyed robots.txt, according to this access log?',
  about:
    'Judges every request in the log by the robots.txt version that applied to its crawler at that time. Nothing is fetched, and no DNS queries are made.',
  shape: 'one',
  example: { log: EXAMPLE_LOG, versions: [{ from: 'always', robots: EXAMPLE_ROBOTS }] },
  asked: (input, { registry }) => ({ ...input, registry }),
  run: auditLog,
} as const satisfies PortOperation<AuditInput, AuditAsked>;

const HOUR_MS = 3_600_000;

/**
 * Returns the report, or one line per judged request, as JSON text.
 *
 * @throws {OperationError} If a member of the input is invalid, or the answer is too large.
 */
async function auditLog(question: AuditAsked, { wanted, maxAnswerBytes }: AuditForm): Promise<string> {
  const { log, format, host, since, ranges, rdns, trustClaims, registry, ownProxies, clientAddress } =
    question;
  const lines = new Lines(maxAnswerBytes);
  if (format !== undefined) at('format', () => readLog('', format));
  at('ownProxies', () => readLog('', undefined, { ownProxies }));
  const options = {
    timeline: await timelineOf(question),
    evidence: {
      registry,
      trustClaims,
      ranges: ranges === undefined ? undefined : at('ranges', () => readRanges(ranges)),
      namesOf: rdns === undefined ? undefined : at('rdns', () => readNames(rdns)),
    },
    format,
    ownProxies,
    clientAddress,
    host,
    since: since === undefined ? undefined : instant(since, 'since'),
    ...(wanted === 'hits' && { onFindings: (findings: readonly Finding[]) => lines.add(findings) }),
  };
  const report = await judgeLogs([{ name: 'log', open: () => log }], options);
  return wanted === 'hits' ? lines.text() : textOf(report, maxAnswerBytes);
}

async function timelineOf(question: AuditAsked): Promise<Timeline> {
  const { log, versions, fromLog, format, host, graceHours, registry } = question;
  const given = versions.map(sourceOf);
  const sources = fromLog
    ? await versionsInLogs([{ name: 'log', open: () => log }], given, { format, host })
    : given;
  if (sources.length === 0)
    throw fault(
      'fromLog',
      'Expected responses to /robots.txt in the log, with status 200 and a size, or with status 404',
    );
  const graceMs = graceHours === undefined ? undefined : graceHours * HOUR_MS;
  return at('versions', () => timeline(sources, { graceMs, registry }));
}

/** The version in the library's form, named like a file in a folder of versions or by its time. */
function sourceOf({ from, robots, robotsBase64, host }: GivenVersion, index: number): VersionSource {
  const body = robotsBase64 === undefined ? (robots ?? null) : octetsOf(robotsBase64);
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

function fault(path: string, message: string): OperationError {
  return new OperationError('invalid-request', message, path);
}

/** Runs a parsing function. If it rejects the value, the error names the member of the input. */
function at<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw fault(path, error.message);
    throw error;
  }
}

/**
 * Collects judged requests as NDJSON. Each judged request repeats the line of robots.txt that disallows it, so long
 * lines can make the text larger than the log.
 */
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

/**
 * The report as JSON. The row of each crawler and rule repeats a line of robots.txt, so the total length is checked
 * before the report is serialized.
 */
function textOf(report: AuditReport, maxBytes: number): string {
  const length = report.rules.reduce((sum, { text }) => sum + text.length, 0);
  const text = length > maxBytes ? undefined : JSON.stringify(report);
  if (text !== undefined && text.length <= maxBytes) return text;
  throw new OperationError('answer-too-large');
}
