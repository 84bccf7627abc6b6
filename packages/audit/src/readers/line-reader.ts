import type { Hit } from '../hit.ts';
import type { NamedFields } from './fields-by-name.ts';

/** What a line of a log is. `nothing`: a directive or a blank line. `unknown`: it was not understood. */
export type LineOutcome = Hit | 'nothing' | 'unknown';

/** Information about a log beyond its format. */
export interface ReaderOptions {
  /** Where fields of JSON and columns of CSV are, by member: `{ userAgent: 'proxy.userAgent.0' }`. */
  named?: NamedFields | undefined;
  /** A line with more than the format describes is not accepted. @default false */
  isWhole?: boolean | undefined;
}

/** Reads lines of one format. A reader may remember directive lines. */
export interface LineReader {
  /** Name of the format, to show. */
  readonly name: string;
  /** `line` is without its end, one character an octet. */
  read(line: string, number: number, offset: number): LineOutcome;
  /** Examines the first lines before any is read, to find out what their parts are. */
  learn?(lines: readonly string[]): void;
  /** Advice on how to read more of these lines, in sentences without periods. */
  hints?(): readonly string[];
}
