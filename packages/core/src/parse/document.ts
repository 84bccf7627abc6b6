/** The document: the octets of a robots.txt and one flat line table; everything else is a view of the two. */
import type { Encoding } from '../bytes/body.ts';
import { type Diagnostic, diagnosticsOf } from './diagnostics.ts';
import type { Dialect } from './dialect.ts';
import { type Group, groupsByReader, groupsOf } from './groups.ts';
import { type DocumentRecord, recordsOf } from './records.ts';

/** Results of `parse` for the document. */
export interface DocumentParts {
  readonly octets: Uint8Array;
  readonly lines: Int32Array;
  readonly encoding: Encoding;
  readonly isTruncated: boolean;
  readonly dialect: Dialect;
  readonly contentUsageIsRule: boolean;
}

/** A parsed robots.txt. Immutable: its octets and its line table must not be written to. */
export class RobotsDocument implements DocumentParts {
  /** The octets that were read: a view of the body, not a copy, cut at the limit. */
  readonly octets: Uint8Array;
  /** The line table: four integers a line (`line << 5 | kind`, start, start of value, end of value). */
  readonly lines: Int32Array;
  readonly encoding: Encoding;
  /** The body was longer than the limit; lines whose text does not fit within it were dropped. */
  readonly isTruncated: boolean;
  readonly dialect: Dialect;
  /** Content-Usage records end a run of user-agent records, as draft-ietf-aipref-attach has it. */
  readonly contentUsageIsRule: boolean;

  #records: readonly DocumentRecord[] | undefined;
  #groups: readonly Group[] | undefined;
  #diagnostics: readonly Diagnostic[] | undefined;

  constructor(parts: DocumentParts) {
    this.octets = parts.octets;
    this.lines = parts.lines;
    this.encoding = parts.encoding;
    this.isTruncated = parts.isTruncated;
    this.dialect = parts.dialect;
    this.contentUsageIsRule = parts.contentUsageIsRule;
    Object.freeze(this);
  }

  /** Every record in file order, with line and column, values raw. */
  get records(): readonly DocumentRecord[] {
    this.#records ??= recordsOf(this);
    return this.#records;
  }

  /** Every group in file order, not merged. */
  get groups(): readonly Group[] {
    const { reader } = this.dialect;
    this.#groups ??= reader ? groupsByReader(this, reader) : groupsOf(this);
    return this.#groups;
  }

  /** What a reader of the file should know, in file order. */
  get diagnostics(): readonly Diagnostic[] {
    this.#diagnostics ??= diagnosticsOf(this);
    return this.#diagnostics;
  }
}
