/** What is known of one record, in one place: linter, editors, language server, page and documents read it from here. */
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import type { Reading } from './reading.ts';

/** A record that some crawler reads, or once read. Where it belongs is in `parse/record-kind.ts`. */
export interface RecordDefinition {
  /** As it is usually written: `Crawl-delay`. In lower case it is the record's kind, if the parser knows it. */
  readonly name: string;
  /** What it says and who reads it, in a sentence or two. */
  readonly help: string;
  /** Values to offer to an author. */
  readonly values?: readonly string[];
  /** Why it has no effect any more, and what to use instead. */
  readonly obsolete?: string;
  /** The value of a record, or what is wrong with it. Default: any value is accepted, or another room reads it. */
  readonly read?: (record: DocumentRecord, document: RobotsDocument) => Reading<unknown>;
}
