/** What `lint` answers. */
import type { FileEvidence } from '../shared/evidence.ts';
import type { Finding } from './finding.ts';

/** What is found. */
export interface LintAnswer {
  /** In file order. */
  readonly findings: readonly Finding[];
  /** How many more there are than `findings` lists. */
  readonly findingsOmitted?: number;
  /** The file is longer than crawlers are bound to read (RFC 9309 §2.5). */
  readonly isTruncated?: true;
  /** Where the file is from, as the door says it that read it. */
  readonly evidence?: FileEvidence;
}
