/** Notes about a file that qualify every conclusion from it: that it was truncated, or that it is not a robots.txt. */
import type { RobotsDocument } from 'robots-exclusion';

/** Notes about a file. Both members are absent for a robots.txt that was read to its end. */
export interface FileNotes {
  /** True if the file exceeds the limit, so that its rest was not read (RFC 9309 §2.5). */
  readonly isTruncated?: true;
  /** A sentence that describes the file if it is not a robots.txt but, for example, an HTML page. */
  readonly notRobotsTxt?: string;
}

export function fileNotesOf(document: RobotsDocument): FileNotes {
  const other = document.diagnostics.find(({ code }) => code === 'not-robots-txt');
  return {
    ...(document.isTruncated && { isTruncated: true }),
    ...(other && { notRobotsTxt: other.message }),
  };
}

/** The notes as sentences. */
export function fileNotesText({ isTruncated, notRobotsTxt }: FileNotes): string[] {
  const cut = 'The file is longer than crawlers must read; the rest was not read';
  return [...(notRobotsTxt === undefined ? [] : [notRobotsTxt]), ...(isTruncated ? [cut] : [])];
}
