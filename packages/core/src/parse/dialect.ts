import type { DialectReader } from './dialect-reader.ts';

/**
 * A named way to read the same octets. Every implementation of the protocol departs from RFC 9309 in its own
 * way; a dialect says in data how one of them reads.
 */
export interface Dialect {
  /** A short, stable name: the value of `--dialect`. */
  readonly name: string;
  /** At most three characters, for a column header. */
  readonly short: string;
  readonly title: string;
  /** Where the reading is defined or was observed. */
  readonly source: string;
  /** The versions, commits or editions that it describes: a range if several behave alike. */
  readonly version: string;
  /** The program that the dialect was compared with, and its version; absent if none was. */
  readonly comparedOn?: string;
  /** The date of that source, ISO 8601. */
  readonly asOf: string;
  /**
   * The evidence for the facts: the text of a standard; the original program, run beside this library; the original's
   * source, not run; or only its operator's documentation.
   */
  readonly basis: 'standard' | 'executed' | 'emulated' | 'documented';
  /** The verdict depends on the best matching pattern alone, so two files can be compared exactly. */
  readonly regular: boolean;
  /** Parses and answers as the dialect does. Absent if it reads as RFC 9309 does; the fast path then applies. */
  readonly reader?: DialectReader;
}

/** RFC 9309 as written, with this project's decisions where it is silent (`docs/reading-rfc9309.md`). */
export const rfc9309: Dialect = Object.freeze({
  name: 'rfc9309',
  short: 'rfc',
  title: 'RFC 9309, Robots Exclusion Protocol',
  source: 'https://www.rfc-editor.org/rfc/rfc9309',
  version: 'RFC 9309',
  asOf: '2022-09',
  basis: 'standard',
  regular: true,
});
