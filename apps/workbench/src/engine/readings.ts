/** What one parser answers, and the order in which the answers are listed. */

/** A dialect by name, with the evidence for its facts. */
export interface DialectName {
  readonly name: string;
  readonly title: string;
  readonly basis: string;
  readonly version: string;
}

/** How one dialect reads the file for one crawler and one URL. */
export interface Reading extends DialectName {
  readonly source: string;
  /** Absent if the original program fails. */
  readonly isAllowed?: boolean;
  readonly error?: string;
  readonly line?: number;
  /** Its answer differs from RFC 9309's. */
  readonly isDiffering: boolean;
  /** The reason, once found. */
  readonly differsBecause?: string;
}

/** RFC 9309, then dialects that differ from it, then those that fail. */
export function inOrder(all: readonly Reading[]): readonly Reading[] {
  return [...all].sort((a, b) => weightOf(b) - weightOf(a));
}

function weightOf({ name, isDiffering, error }: Reading): number {
  if (name === 'rfc9309') return 3;
  return isDiffering ? 2 : error !== undefined ? 1 : 0;
}
