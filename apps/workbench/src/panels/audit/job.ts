/** Access logs judged by the draft, in this browser: what each crawler asked for, and what of it the file disallows. */
import { type AuditReport, audit as auditLogs, timeline } from '@robots-exclusion/audit';
import type { DraftQuestion, PanelJobs } from '../../engine/protocol.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    audit: { question: AuditQuestion; part: AuditProgress; answer: AuditAnswer };
  }
}

export interface AuditQuestion extends DraftQuestion {
  readonly logs: readonly Blob[];
  readonly names: readonly string[];
}

export interface AuditProgress {
  /** Lines read so far, of both passes. */
  readonly lines: number;
}

export type AuditAnswer =
  | { readonly problem: string }
  | {
      readonly report: AuditReport;
      /** The most requested URLs with their requests, at most {@link MAX_URLS}. */
      readonly urls: readonly (readonly [string, number])[];
    };

const MAX_URLS = 50_000;
/** URLs that are counted at a time: a hostile log has a new one on every line. */
const MAX_COUNTED = 200_000;

export async function audit(
  { draft, logs, names }: AuditQuestion,
  tell: (progress: AuditProgress) => void,
): Promise<AuditAnswer> {
  const counts = new Map<string, number>();
  try {
    const report = await auditLogs(
      logs.map((log, index) => ({ name: names[index] ?? 'log', open: () => log.stream() })),
      {
        timeline: timeline([{ from: Number.NEGATIVE_INFINITY, body: draft, name: 'the draft' }]),
        onProgress: (lines) => tell({ lines }),
        onFindings(findings) {
          for (const { url } of findings) {
            const count = counts.get(url);
            if (count !== undefined || counts.size < MAX_COUNTED) counts.set(url, (count ?? 0) + 1);
          }
        },
      },
    );
    const urls = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_URLS);
    return { report, urls };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

export const jobs: PanelJobs<'audit'> = { audit };
