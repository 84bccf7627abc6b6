/**
 * The definition of one record, in one place. The linter, editors, the language server, the web page and the
 * documentation use it.
 */
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import type { Reading } from './reading.ts';

/**
 * A record that some crawler reads or used to read. `parse/record-kind.ts` defines whether it belongs to a group or the
 * file.
 */
export interface RecordDefinition {
  /** The usual spelling, such as `Crawl-delay`. In lower case, it is the record's kind, if the parser knows it. */
  readonly name: string;
  /** The record's meaning and its readers, in one or two sentences. */
  readonly help: string;
  /** Values to suggest to an author. */
  readonly values?: readonly string[];
  /** Why the record no longer has an effect, and what to use instead. */
  readonly obsolete?: string;
  /** Reads the value of a record, or returns its defect. Default: any value is accepted, or other code reads it. */
  readonly read?: (record: DocumentRecord, document: RobotsDocument) => Reading<unknown>;
}
