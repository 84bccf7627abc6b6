/**
 * A named way to read the same octets. Every implementation of the protocol departs from RFC 9309 in its own
 * way; a dialect says in data how one of them reads.
 */
export interface Dialect {
  /** Short, stable: what `--dialect` takes. */
  readonly name: string;
  readonly title: string;
  /** Where the reading is defined or was observed. */
  readonly source: string;
  /** The date of that source, ISO 8601. */
  readonly asOf: string;
  /** The verdict depends on the best matching pattern alone, so that two files can be compared exactly. */
  readonly regular: boolean;
}

/** RFC 9309 as written, with this project's decisions where it is silent (`docs/reading-rfc9309.md`). */
export const rfc9309: Dialect = Object.freeze({
  name: 'rfc9309',
  title: 'RFC 9309, Robots Exclusion Protocol',
  source: 'https://www.rfc-editor.org/rfc/rfc9309',
  asOf: '2022-09',
  regular: true,
});
