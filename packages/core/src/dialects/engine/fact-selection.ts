/** What a dialect selects of a file for one crawler. */
import type { DialectSelection } from '../../parse/dialect-reader.ts';

export interface FactSelection extends DialectSelection {
  /** Crawl-delay records that count for the crawler. */
  readonly delayRows: readonly number[];
  /** Why the original implementation rejects the file. */
  readonly error?: string;
  /** Why the original implementation rejects the crawler's name before it reads the file. */
  readonly refused?: string;
}
