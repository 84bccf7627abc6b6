/**
 * Judges access logs by versions of robots.txt, entirely in this browser. Reports what each crawler requested, and
 * which requests were disallowed.
 */
import {
  type AuditReport,
  audit as auditLogs,
  instantIn,
  timeline,
  type VersionSource,
  versionsInLogs,
} from '@robots-exclusion/audit';
import type { DraftQuestion, PanelJobs } from '../../engine/protocol.ts';
import { evidenceIn, type NamedText } from './evidence-files.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    audit: { question: AuditQuestion; part: AuditProgress; answer: AuditAnswer };
  }
}

export interface AuditQuestion extends DraftQuestion {
  readonly logs: readonly Blob[];
  readonly names: readonly string[];
  /**
   * Versions of robots.txt. Each file name is the instant from which the version was served. If empty, the draft is
   * used.
   */
  readonly versions: readonly NamedText[];
  /** Whether the logs' own responses show when each version was served. */
  readonly isFromLog: boolean;
  /** JSON files that prove identities: published ranges, and recorded DNS answers. */
  readonly evidence: readonly NamedText[];
  /** Address blocks of the site's own proxies, separated by commas or blanks. */
  readonly ownProxies?: string;
  /** The field with the client's address; empty if the formats decide. */
  readonly clientAddress?: string;
}

export interface AuditProgress {
  /** Number of lines read so far, in all passes. */
  readonly lines: number;
}

export type AuditAnswer =
  | { readonly problem: string }
  | {
      readonly report: AuditReport;
      /** The most requested URLs, each with its number of requests; at most {@link MAX_URLS} URLs. */
      readonly urls: readonly (readonly [string, number])[];
      /** Requests to other URLs. */
      readonly requestsOmitted: number;
    };

const MAX_URLS = 50_000;
/** Limit on the distinct URLs that are counted, because a hostile log can have a new URL on every line. */
const MAX_COUNTED = 200_000;

export async function audit(
  { draft, logs, names, versions, isFromLog, evidence, ownProxies = '', clientAddress = '' }: AuditQuestion,
  tell: (progress: AuditProgress) => void,
): Promise<AuditAnswer> {
  const counts = new Map<string, number>();
  let requests = 0;
  const sources = logs.map((log, index) => ({ name: names[index] ?? 'log', open: () => log.stream() }));
  try {
    const given = versionsOf(draft, versions, isFromLog);
    const placed = isFromLog ? await versionsInLogs(sources, given) : given;
    if (placed.length === 0) return { problem: NO_ANSWERS };
    const report = await auditLogs(sources, {
      timeline: timeline(placed),
      evidence: evidenceIn(evidence),
      ...(/\S/.test(ownProxies) && { ownProxies: ownProxies.trim().split(/[\s,]+/) }),
      ...(clientAddress !== '' && { clientAddress }),
      onProgress: (lines) => tell({ lines }),
      onFindings(findings) {
        requests += findings.length;
        for (const { url } of findings) {
          const count = counts.get(url);
          if (count !== undefined) counts.set(url, count + 1);
          else if (counts.size < MAX_COUNTED) counts.set(ownCopy(url), 1);
        }
      },
    });
    const urls = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_URLS);
    const listed = urls.reduce((sum, [, count]) => sum + count, 0);
    return { report, urls, requestsOmitted: requests - listed };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Copies a URL, because a substring would keep the whole chunk of the log in memory. */
function ownCopy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

const NO_ANSWERS =
  'The logs do not show when robots.txt changed: no request for /robots.txt was answered with 404, or with 200 and a size';

/**
 * Reads the instants from the file names. A single version needs no instant: it applies at all times. Several versions
 * need none if the log's responses show when each was served.
 */
function versionsOf(draft: string, versions: readonly NamedText[], isFromLog: boolean): VersionSource[] {
  const always = Number.NEGATIVE_INFINITY;
  if (versions.length === 0) return [{ from: always, body: draft, name: 'the draft' }];
  return versions.map(({ name, text }) => {
    const from = instantIn(name.replace(/\.txt$/i, ''));
    if (from === undefined && versions.length > 1 && !isFromLog) {
      throw new RangeError(
        `Cannot tell when "${name}" was served: expected a name such as "2026-11-01T00-00-00Z.txt"`,
      );
    }
    return { from: from ?? always, body: text, name: name.replace(/\.txt$/i, '') };
  });
}

export const jobs: PanelJobs<'audit'> = { audit };
