import type { Hit } from '../hit.ts';
import type { NamedFields } from './fields-by-name.ts';

/**
 * The result of reading a line. `nothing`: a directive or a blank line. `unknown`: a line that was not understood.
 * `unsure`: two readings of the line are equally plausible. `inner`: a request that no visitor sent, such as a health
 * check by the platform.
 */
export type LineOutcome = Hit | 'nothing' | 'unknown' | 'unsure' | 'inner';

/** Information about a log beyond its format. */
export interface ReaderOptions {
  /** Locations of fields in JSON and CSV, by member: `{ userAgent: 'proxy.userAgent.0' }`. */
  named?: NamedFields | undefined;
  /** The field with the client's address, if the user names it. */
  clientAddress?: string | undefined;
  /** Whether to reject a line that contains more than the format describes. @default false */
  isWhole?: boolean | undefined;
}

/** Reads lines of one format. A reader may store directives, such as `#Fields:`, for later lines. */
export interface LineReader {
  readonly name: string;
  /** Reads a line, given without its line end and with one character per octet. */
  read(line: string, number: number, offset: number): LineOutcome;
  /**
   * Examines lines before they are read, to learn which part of a line contains which field. It is called for the first
   * lines of the log, and again for lines that were not understood.
   */
  learn?(lines: readonly string[]): void;
  /** Advice on how to read more of the log's fields, in sentences without final periods. */
  hints?(): readonly string[];
}
