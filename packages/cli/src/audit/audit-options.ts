import type { EvidenceOptions } from './evidence.ts';

/** Forms of the output. */
export const auditFormats = ['text', 'json', 'ndjson', 'csv', 'html'] as const;

/** Classes that `--fail-on` takes. */
export const failures = ['violation', 'never-asked', 'within-grace'] as const;

/** Options of `robots audit`, as commander hands them over. */
export interface AuditCommandOptions extends EvidenceOptions {
  versions?: string;
  logFormat?: string;
  signatureField?: string;
  host?: string;
  /** Epoch milliseconds. */
  since?: number;
  /** Milliseconds. */
  grace?: number;
  format: (typeof auditFormats)[number];
  failOn?: (typeof failures)[number];
}
