/**
 * Types for behavior of original implementations that the settings in `DialectFacts` cannot express: functions that
 * imitate it, and the inputs and outputs of these functions.
 */
import type * as LineKind from '../../parse/line-kind.ts';

/**
 * Behavior that no setting in `DialectFacts` can express: a function that imitates the original implementation, and a
 * sentence that describes the behavior.
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

/** Information that a line reader may need besides the line. */
export interface LineContext {
  /** Whether a line end follows. */
  readonly hasEnd: boolean;
  /** Whether nothing but line ends follows. */
  readonly isLast: boolean;
  /** Whether the file looks like HTML whose tags must be removed. */
  readonly isMarkup: boolean;
}

/** Reads the records of one line, whose octets are given as characters U+0000–U+00FF. */
export type LineReader = (line: string, context: LineContext) => readonly LinePart[];

/** A pattern that a value expands to, before it is normalized. */
export interface RuleText {
  readonly text: string;
  /** Replaces the pattern's length in the ranking of rules. */
  readonly weight?: number;
}

/** The target as the original implementation sees it. */
export type TargetReading =
  /** Without `isRobotsTxt`, the target `/robots.txt` is recognized after normalization, in any spelling. */
  | { readonly path: string; readonly isRobotsTxt?: boolean }
  | { readonly allowed: boolean }
  | { readonly error: string };
