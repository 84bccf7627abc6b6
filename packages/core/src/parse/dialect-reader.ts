/** How a dialect parses and answers: handed in with the dialect, so that a program without one ships none of it. */
import type { LineSource } from './records.ts';

/** Reads octets and answers questions as a dialect does. */
export interface DialectReader {
  /** A body with a UTF-16 byte order mark is decoded before it is scanned. */
  readonly decodesUtf16: boolean;
  /** The line table of the octets. */
  scan(octets: Uint8Array): Int32Array;
  /** Whether a group names the token; `*` names nobody. */
  names(source: LineSource, token: string): boolean;
  /** What applies to one crawler. */
  compile(source: LineSource, who: string | readonly string[]): DialectReading;
}

/** The rules of one crawler as a dialect reads them. */
export interface DialectReading {
  readonly source: LineSource;
  /** Set where nobody outside has run the original. */
  readonly basis?: 'documented';
  readonly selection: { readonly userAgentRows: readonly number[]; readonly ruleRows: readonly number[] };
  judge(target: string | { readonly href: string }): DialectJudgement;
}

/** What the rules of a dialect say of one target. */
export interface DialectJudgement {
  readonly allowed: boolean;
  readonly because:
    | 'rule'
    | 'no-rule-matched'
    | 'no-group'
    | 'robots-txt-itself'
    | 'unreadable'
    | 'whole-file';
  /** Rules that matched, best first. */
  readonly candidates: readonly JudgedRule[];
  /** Why the original fails, or what about the whole file decides. */
  readonly note?: string;
}

/** A rule that matched. */
export interface JudgedRule {
  /** Its row in the line table. */
  readonly row: number;
  readonly isAllow: boolean;
  /** As compared, and what it weighs. */
  readonly pattern: { readonly text: string; readonly length: number };
}
