/** The output of `lint`. */
import type { UnknownCrawlers } from '../shared/crawlers.ts';
import type { FileEvidence } from '../shared/evidence.ts';
import type { Finding } from './finding.ts';

/** The findings for one file. */
export interface LintAnswer extends UnknownCrawlers {
  /** The findings, in file order. */
  readonly findings: readonly Finding[];
  /** The number of findings that are not listed. */
  readonly findingsOmitted?: number;
  /** True if the file exceeds the size that crawlers must read (RFC 9309 §2.5). */
  readonly isTruncated?: true;
  /** Where the file came from, as reported by the interface that read it. */
  readonly evidence?: FileEvidence;
}
