/**
 * What a dialect brings as a function where no plain fact can describe the original, and what such functions take and give.
 */
import type * as LineKind from '../../parse/line-kind.ts';

/**
 * A behavior that no plain fact can describe: a function that does what the original does, and a sentence that
 * describes it.
 */
export interface OwnWay<Run> {
  readonly run: Run;
  /** For `normalising`: the text after "Patterns:" or "URLs:". */
  readonly inWords: string;
}

/** A record within one line; offsets are relative to the line's first octet. */
export interface LinePart {
  readonly kind: LineKind.Any;
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** What a line reader may need to know in addition to the line. */
export interface LineContext {
  /** A line end follows. */
  readonly hasEnd: boolean;
  /** Only line ends follow, or nothing. */
  readonly isLast: boolean;
  /** The file looks like HTML whose tags are to be stripped. */
  readonly isMarkup: boolean;
}

/** Reads the records of one line, with octets given as characters U+0000–U+00FF. */
export type LineReader = (line: string, context: LineContext) => readonly LinePart[];

/** Transforms a pattern before it is normalized. */
export interface RuleText {
  readonly text: string;
  /** Replaces the pattern's length when rules are ranked. */
  readonly weight?: number;
}

/** The target as the original sees it. */
export type TargetReading =
  /** By default, the target `/robots.txt` is recognized after normalizing, however it was written. */
  | { readonly path: string; readonly isRobotsTxt?: boolean }
  | { readonly allowed: boolean }
  | { readonly error: string };
