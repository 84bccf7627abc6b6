/** Reports what each site or file allows AI crawlers, with evidence. */
import { createHash } from 'node:crypto';
import type { RobotsClient, RobotsRecord } from '@robots-exclusion/client';
import type { Checked } from '@robots-exclusion/client/preflight';
import { parseUrl } from '@robots-exclusion/client/url';
import type { Failure } from '@robots-exclusion/operations';
import { type AiAccessAnswer, aiAccess } from '@robots-exclusion/operations/ai-access';
import { failureOf } from '@robots-exclusion/operations/check';
import { greatestLimits } from '@robots-exclusion/operations/limits';
import { oneAnswer } from '@robots-exclusion/operations/one-answer';
import { inPlaceNote } from '@robots-exclusion/operations/record';
import {
  type FileEvidence,
  fileEvidenceOf,
  type GivenPurposeToken,
} from '@robots-exclusion/operations/shared';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import type { AgentIndex } from 'robots-exclusion/agents';
import { withoutUserInformation } from 'robots-exclusion/print';
import { CommandError } from '../command-error.ts';
import { readWhole } from '../input/read-body.ts';
import { urlOfRobots } from '../sources/read-robots.ts';
import { withoutFileText } from './ai-words.ts';

/** Matches a host with a dot, with or without a scheme, a port and a path. */
const SITE = /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\.?(?::\d+)?(?:\/\S*)?$/u;

/**
 * Whether every line is a site, a comment or blank, and at least one is a site. A line with a site is never a record.
 */
function isSiteList(body: Uint8Array): boolean {
  const lines = Buffer.from(body)
    .toString()
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.length > 0 && lines.every((line) => SITE.test(line));
}

export type SiteReport = (AiAccessAnswer | Failure) & {
  readonly evidence: FileEvidence;
  /** Whether the site’s robots.txt was read, and if not, why. */
  readonly checked: Checked;
};

export interface ReportQuestion {
  readonly target: string;
  readonly registry: AgentIndex;
  readonly purposeTokens: readonly GivenPurposeToken[];
}

/** The normal form of a name: the origin, if it is a site or a URL of one. Each origin has one robots.txt (RFC 9309 §2.3). */
export function siteNamed(name: string): string {
  const url = urlOfRobots(name);
  const parsed = url === undefined ? undefined : parseUrl(url);
  return parsed !== undefined && /^https?:$/.test(parsed.protocol) ? parsed.origin : name;
}

/** Yields reports in the order of the names. An unreadable site or file does not stop the others. */
export async function* siteReports(
  names: readonly string[],
  client: RobotsClient,
  question: ReportQuestion,
  signal: AbortSignal,
): AsyncGenerator<SiteReport> {
  for (const name of names) {
    const given = await readSite(name, client, signal);
    if ('error' in given) yield given;
    else yield await reportOn(given, question);
  }
}

interface Given extends Pick<SiteReport, 'evidence' | 'checked'> {
  readonly body: Uint8Array;
  /** What a site answered in place of its file. */
  readonly note?: string | undefined;
}

/** A site or a file that could not be read. */
type Unread = Failure & Pick<SiteReport, 'evidence' | 'checked'>;

async function readSite(name: string, client: RobotsClient, signal: AbortSignal): Promise<Given | Unread> {
  const url = urlOfRobots(name);
  if (url === undefined) return readFile(name);
  const { requireUrl } = await import('../input/require-url.ts');
  try {
    return await givenBy(withoutUserInformation(name), await client.robots(requireUrl(url), { signal }));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return unread(name, error);
  }
}

async function readFile(name: string): Promise<Given | Unread> {
  try {
    const body = await readWhole(name);
    if (isSiteList(body)) throw new CommandError(listedInstead(name));
    return {
      body,
      checked: READ,
      evidence: { source: withoutUserInformation(name), digest: digestOf(body) },
    };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return unread(name, error);
  }
}

function listedInstead(name: string): string {
  const input = name === '-' ? 'standard input' : name;
  return `Cannot read ${input} as a robots.txt: it is a list of sites. For a report on each site, use --sites ${name}`;
}

function unread(name: string, { message }: CommandError): Unread {
  return unseen(name, message, { source: withoutUserInformation(name) });
}

function unseen(source: string, message: string, evidence: FileEvidence): Unread {
  const failure = failureOf(source, 'no-robots-txt', { message });
  return { ...failure, evidence, checked: { outcome: 'not-looked-at', seen: failure.error.message } };
}

const READ: Checked = { outcome: 'holds', seen: 'robots.txt was read' };

/** The rules that follow from a record. If it has no rules, every crawler may fetch everything (RFC 9309 §2.3.1). */
async function givenBy(source: string, record: RobotsRecord): Promise<Given | Unread> {
  const evidence = { source, ...fileEvidenceOf(record) };
  const { body } = record;
  const note = await inPlaceNote(record);
  if (body) return { body, note, checked: READ, evidence: { ...evidence, digest: digestOf(body) } };
  const { robotsUrl = source, outcome, policyRow } = record;
  if (outcome === 'no-rules' && note === undefined) {
    const checked = { outcome: 'not-applicable', seen: withoutFileText(evidence) } as const;
    return { body: new Uint8Array(), checked, evidence };
  }
  // What answered this program in place of the file does not show what crawlers are answered.
  const message = `Cannot read a robots.txt at ${robotsUrl}: ${note ?? `${outcome} (${policyRow})`}`;
  return unseen(source, message, evidence);
}

async function reportOn(
  { body, note, evidence, checked }: Given,
  { target, registry, purposeTokens }: ReportQuestion,
): Promise<SiteReport> {
  const { agents } = aiAccess.asked({ target }, { registry, limits: greatestLimits });
  const robots = { body, maxBytes: DEFAULT_MAX_BYTES };
  const answer = await oneAnswer(aiAccess, { robots, target, agents, purposeTokens });
  const { notRobotsTxt: seen } = answer;
  if (seen === undefined) return { ...answer, evidence, checked };
  const { source = '', robotsUrl } = evidence;
  // A file that was named is what its crawlers read; what a site answers in its place is not.
  if (robotsUrl === undefined) return { ...answer, evidence, checked: { outcome: 'not-looked-at', seen } };
  return unseen(source, `Cannot read a robots.txt at ${robotsUrl}: ${note ?? seen}`, evidence);
}

function digestOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}
