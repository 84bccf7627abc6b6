/**
 * How a dialect parses and selects groups. It comes with the dialect, so programs without dialects do not bundle it.
 */
import type { Encoding, Utf16Repair } from '../bytes/body.ts';
import type { LineSource } from './records.ts';

/** Reads octets as a dialect does. */
export interface DialectReader {
  /** A body with a UTF-16 byte order mark is decoded before it is scanned, perhaps with a repair of its own. */
  readonly decodesUtf16: boolean | Utf16Repair;
  /** A crawler with several tokens follows the groups of all of them, as in RFC 9309 §2.2.1. */
  readonly mergesTokens: boolean;
  /** The line table of the octets, which were converted if the body was UTF-16. */
  scan(octets: Uint8Array, encoding: Encoding): Int32Array;
  /** The groups that exist for the dialect, in file order. */
  groups(source: LineSource): readonly DialectGroup[];
  /** Whether a group names the token; `*` does not count as a name. */
  names(source: LineSource, token: string): boolean;
  /** The rows that apply to one crawler; none if the original program rejects the file. */
  select(source: LineSource, who: string | readonly string[]): DialectSelection;
  /** The Crawl-delay that counts for one crawler. */
  crawlDelay(source: LineSource, who: string | readonly string[]): DialectDelay | undefined;
  /** The file's rules as ranked patterns, for exact comparison; absent if ranked patterns cannot express them. */
  comparable?(source: LineSource): ComparableFile;
  /** Where two files begin to differ; `undefined` if the same records follow in both. */
  firstDifference(before: LineSource, after: LineSource): FirstDifference | undefined;
}

/** The first lines that a dialect reads differently in two files, counted from 1. */
export interface FirstDifference {
  /** `undefined` if the file has no further record. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** What a dialect reads from a file, for every crawler that the file distinguishes. */
export interface ComparableFile {
  /**
   * Names in the dialect's comparison form. A crawler with another name gets the answer for `*`, or for a name that
   * is a prefix of its own.
   */
  readonly names: readonly string[];
  /** `/robots.txt` is always allowed. */
  readonly robotsTxtIsAllowed: boolean;
  /** The rules for a crawler with that name, in any file; `*` for one that no file names. */
  rulesOf(name: string): readonly ComparableRule[];
}

/** A rule that can match. Of those that match a target, the longest decides; if equal, allow. */
export interface ComparableRule {
  /** Its row in the line table. */
  readonly row: number;
  readonly isAllow: boolean;
  /** The texts between its stars, one character per octet. */
  readonly segments: readonly string[];
  readonly isAnchored: boolean;
  readonly length: number;
}

/** A Crawl-delay record and its seconds; finite and not negative. */
export interface DialectDelay {
  /** Its row in the line table. */
  readonly row: number;
  readonly seconds: number;
}

/** One group as a dialect reads it. Rows are rows of the line table. */
export interface DialectGroup {
  /** Empty for the group of rules before any user-agent record, in dialects that apply them to every crawler. */
  readonly userAgents: readonly { readonly row: number; readonly token: string }[];
  readonly ruleRows: readonly number[];
  /** Records of other kinds. */
  readonly otherRows: readonly number[];
}

/** What applies to one crawler in a dialect. Rows are rows of the line table. */
export interface DialectSelection {
  /** User-agent records that name the crawler. */
  readonly userAgentRows: readonly number[];
  /** The name that each of them compares with, in the file's spelling. */
  readonly productTokens: readonly string[];
  readonly ruleRows: readonly number[];
  /** Records of other kinds in the same groups, in file order. */
  readonly otherRows: readonly number[];
}
