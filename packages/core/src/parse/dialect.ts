import type { DialectReader } from './dialect-reader.ts';

/**
 * A named way to read the octets of a robots.txt. Every implementation of the protocol departs from RFC 9309 in its own
 * way. A dialect describes one implementation as data.
 */
export interface Dialect {
  /** A short, stable name: the value of `--dialect`. */
  readonly name: string;
  /** An abbreviation of at most three characters, for a column header. */
  readonly short: string;
  readonly title: string;
  /** The source that defines the dialect's reading of a file, or in which this reading was observed. */
  readonly source: string;
  /** The versions, commits or editions that the dialect describes: a range if several behave alike. */
  readonly version: string;
  /** The date of the source, ISO 8601. */
  readonly asOf: string;
  /**
   * The evidence for the facts: `standard`, the text of a standard; `executed`, the original implementation, which was
   * run and compared with this library; `emulated`, the source code of the original implementation, which was not run;
   * `documented`, only the operator's documentation.
   */
  readonly basis: 'standard' | 'executed' | 'emulated' | 'documented';
  /** Whether the verdict depends on the best matching pattern alone. If so, two files can be compared exactly. */
  readonly regular: boolean;
  /**
   * Parses files and answers queries as the dialect specifies. Absent if the dialect reads as RFC 9309 does; the fast
   * path then applies.
   */
  readonly reader?: DialectReader;
}

/** RFC 9309 as written, with this project's decisions where the RFC is silent (`docs/reading-rfc9309.md`). */
export const rfc9309: Dialect = /* @__PURE__ */ Object.freeze({
  name: 'rfc9309',
  short: 'rfc',
  title: 'RFC 9309, Robots Exclusion Protocol',
  source: 'https://www.rfc-editor.org/rfc/rfc9309',
  version: 'RFC 9309',
  asOf: '2022-09',
  basis: 'standard',
  regular: true,
});
