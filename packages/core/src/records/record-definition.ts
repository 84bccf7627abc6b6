/** What is known about one record, in one place: linter, editors, language server, page and documents use it. */
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import type { Reading } from './reading.ts';

/** A record that some crawler reads or used to read. `parse/record-kind.ts` says where it belongs. */
export interface RecordDefinition {
  /** The usual spelling: `Crawl-delay`. In lower case, it is the record's kind, if the parser knows it. */
  readonly name: string;
  /** What it means and who reads it, in one or two sentences. */
  readonly help: string;
  /** Values to offer to an author. */
  readonly values?: readonly string[];
  /** Why it no longer has an effect, and what to use instead. */
  readonly obsolete?: string;
  /** The value of a record, or its defect. Default: any value is accepted, or another room reads it. */
  readonly read?: (record: DocumentRecord, document: RobotsDocument) => Reading<unknown>;
}
