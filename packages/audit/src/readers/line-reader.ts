import type { Hit } from '../hit.ts';
import type { NamedFields } from './fields-by-name.ts';

/** What a line of a log is. `nothing`: a directive or a blank line. `unknown`: it was not understood. */
export type LineOutcome = Hit | 'nothing' | 'unknown';

/** What a log says beyond its format. */
export interface ReaderOptions {
  /** Where fields of JSON and columns of CSV are, by member: `{ userAgent: 'proxy.userAgent.0' }`. */
  named?: NamedFields | undefined;
  /** A line with more than the format has is not of it. @default false */
  isWhole?: boolean | undefined;
}

/** Reads lines of one format. A reader may keep what directive lines say. */
export interface LineReader {
  /** Name of the format, to show. */
  readonly name: string;
  /** `line` is without its end, one character an octet. */
  read(line: string, number: number, offset: number): LineOutcome;
  /** Looks at the first lines before any is read: what they look like tells what their parts are. */
  learn?(lines: readonly string[]): void;
  /** What would help to read more of these lines, in sentences without their ends. */
  hints?(): readonly string[];
}
