import type { NamedFields } from '@robots-exclusion/audit';
import { servers } from '@robots-exclusion/operations/server-rules';
import type { EvidenceOptions } from './evidence.ts';

export const auditFormats = ['text', 'json', 'ndjson', 'csv', 'html', ...servers] as const;

/** Request classes that `--fail-on` accepts. */
export const failures = ['violation', 'never-asked', 'redirected', 'within-grace', 'not-judged'] as const;

export interface AuditCommandOptions extends EvidenceOptions {
  versions?: string;
  logFormat?: string;
  jsonField?: NamedFields;
  /** Address blocks of the site's own proxies. */
  ownProxies?: string[];
  clientAddress?: string;
  site?: string;
  /** Epoch milliseconds. */
  since?: number;
  /** In milliseconds. */
  grace?: number;
  format: (typeof auditFormats)[number];
  failOn?: (typeof failures)[number];
  partial?: boolean;
  evidence?: string;
  /** `Infinity` means all. */
  samples?: number;
  /** In units of 1,000,000,000 octets. */
  pricePerGb?: number;
  /** The file of an earlier report. */
  compareWith?: string;
  atLeast?: number;
  /** The least share of disallowed requests for a proposal, in percent. */
  share?: number;
  /** Search engines and user-triggered fetchers that a proposal may refuse. */
  include?: string[];
}
