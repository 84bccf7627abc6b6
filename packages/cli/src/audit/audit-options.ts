import type { NamedFields } from '@robots-exclusion/audit';
import type { EvidenceOptions } from './evidence.ts';

/** Output formats. */
export const auditFormats = [
  'text',
  'json',
  'ndjson',
  'csv',
  'html',
  'nginx',
  'caddy',
  'cloudflare',
] as const;

/** Classes that `--fail-on` takes. */
export const failures = ['violation', 'never-asked', 'redirected', 'within-grace', 'not-judged'] as const;

/** Options of `robots audit`, as commander passes them. */
export interface AuditCommandOptions extends EvidenceOptions {
  versions?: string;
  logFormat?: string;
  jsonField?: NamedFields;
  /** Host. */
  site?: string;
  /** Epoch milliseconds. */
  since?: number;
  /** Milliseconds. */
  grace?: number;
  format: (typeof auditFormats)[number];
  failOn?: (typeof failures)[number];
  partial?: boolean;
  /** Folder of the bundle. */
  evidence?: string;
  /** `Infinity` means all. */
  samples?: number;
  /** In units of 1,000,000,000 octets. */
  pricePerGb?: number;
  /** An earlier report. */
  compareWith?: string;
}
