/** The document: the octets of a robots.txt and one flat line table. Everything else is a view of them. */
import type { Encoding } from '../bytes/body.ts';
import { type Diagnostic, diagnosticsOf } from './diagnostics.ts';
import type { Dialect } from './dialect.ts';
import { type Group, groupsByReader, groupsOf } from './groups.ts';
import { type DocumentRecord, recordsOf } from './records.ts';

/** Cached results of parsing a document. */
export interface DocumentParts {
  readonly octets: Uint8Array;
  readonly lines: Int32Array;
  readonly encoding: Encoding;
  readonly isTruncated: boolean;
  readonly dialect: Dialect;
  readonly contentUsageIsRule: boolean;
}

/** A parsed robots.txt. Immutable: do not write to its octets or its line table. */
export class RobotsDocument implements DocumentParts {
  /** The octets that were read: a view of the body rather than a copy, truncated at the limit. */
  readonly octets: Uint8Array;
  /** The line table: four integers per line (`line << 5 | kind`, start, start of value, end of value). */
  readonly lines: Int32Array;
  readonly encoding: Encoding;
  /** Whether the body exceeded the limit. Lines that did not fit completely were dropped. */
  readonly isTruncated: boolean;
  readonly dialect: Dialect;
  /** Whether Content-Usage records end a run of user-agent records, as draft-ietf-aipref-attach specifies. */
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

  /** Every record in file order, with line and column. Values are as written. */
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

  /** Problems and other noteworthy properties of the file, in file order. */
  get diagnostics(): readonly Diagnostic[] {
    this.#diagnostics ??= diagnosticsOf(this);
    return this.#diagnostics;
  }
}
