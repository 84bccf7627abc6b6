/** What `lint` answers. */
import type { UnknownCrawlers } from '../shared/crawlers.ts';
import type { FileEvidence } from '../shared/evidence.ts';
import type { Finding } from './finding.ts';

/** What is found. */
export interface LintAnswer extends UnknownCrawlers {
  /** In file order. */
  readonly findings: readonly Finding[];
  /** How many more findings there are than listed. */
  readonly findingsOmitted?: number;
  /** The file is longer than crawlers must read (RFC 9309 §2.5). */
  readonly isTruncated?: true;
  /** Where the file is from, as reported by the interface that read it. */
  readonly evidence?: FileEvidence;
}
