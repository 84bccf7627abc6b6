/** What has to be said of a file before anything is concluded from it: it was cut, or it is something else. */
import type { RobotsDocument } from 'robots-exclusion';

/** Both are absent for a robots.txt that was read to its end. */
export interface FileNotes {
  /** The file exceeds the limit: the rest was not read (RFC 9309 §2.5). */
  readonly isTruncated?: true;
  /** The file is something else, such as an HTML page: what it looks like, in a sentence. */
  readonly notRobotsTxt?: string;
}

/** The notes of a file. */
export function fileNotesOf(document: RobotsDocument): FileNotes {
  const other = document.diagnostics.find(({ code }) => code === 'not-robots-txt');
  return {
    ...(document.isTruncated && { isTruncated: true }),
    ...(other && { notRobotsTxt: other.message }),
  };
}

/** They as sentences, for people. */
export function fileNotesText({ isTruncated, notRobotsTxt }: FileNotes): string[] {
  const cut = 'The file is longer than crawlers are bound to read; the rest was not read';
  return [...(notRobotsTxt === undefined ? [] : [notRobotsTxt]), ...(isTruncated ? [cut] : [])];
}
