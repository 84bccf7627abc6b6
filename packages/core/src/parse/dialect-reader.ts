/** How a dialect parses and chooses groups: handed in with the dialect, so that a program without one ships none of it. */
import type { LineSource } from './records.ts';

/** Reads octets as a dialect does. */
export interface DialectReader {
  /** A body with a UTF-16 byte order mark is decoded before it is scanned. */
  readonly decodesUtf16: boolean;
  /** A crawler of several tokens obeys the groups of all of them, as RFC 9309 §2.2.1 says. */
  readonly mergesTokens: boolean;
  /** The line table of the octets. */
  scan(octets: Uint8Array): Int32Array;
  /** The groups that exist for the dialect, in file order. */
  groups(source: LineSource): readonly DialectGroup[];
  /** Whether a group names the token; `*` names nobody. */
  names(source: LineSource, token: string): boolean;
  /** What applies to one crawler; nothing where the original gives up on the file. */
  select(source: LineSource, who: string | readonly string[]): DialectSelection;
  /** The Crawl-delay that counts for one crawler. */
  crawlDelay(source: LineSource, who: string | readonly string[]): DialectDelay | undefined;
  /** The file as it is compared exactly with another; absent where no list of ranked patterns says all that it does. */
  comparable?(source: LineSource): ComparableFile;
  /** Where two files begin to differ; `undefined` where the same records follow in both, so that it answers alike. */
  firstDifference(before: LineSource, after: LineSource): FirstDifference | undefined;
}

/** The first lines that a dialect reads differently in two files, counted from 1. */
export interface FirstDifference {
  /** `undefined` where the file has no record left. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** What a dialect reads in a file, for every crawler that the file distinguishes. */
export interface ComparableFile {
  /** Names as the dialect compares them. A crawler of another name is answered as `*`, or as a name it begins with. */
  readonly names: readonly string[];
  /** `/robots.txt` is allowed whatever the rules say. */
  readonly robotsTxtIsAllowed: boolean;
  /** The rules for a crawler of that name, in any file; `*` for one that no file names. */
  rulesOf(name: string): readonly ComparableRule[];
}

/** A rule that can match. Of those that match a target the longest decides, and allow among equals. */
export interface ComparableRule {
  /** Its row in the line table. */
  readonly row: number;
  readonly isAllow: boolean;
  /** What is between its stars, each character one octet. */
  readonly segments: readonly string[];
  readonly isAnchored: boolean;
  readonly length: number;
}

/** A Crawl-delay record and what it asks for; finite and not negative. */
export interface DialectDelay {
  /** Its row in the line table. */
  readonly row: number;
  readonly seconds: number;
}

/** One group as a dialect reads it. Rows are rows of the line table. */
export interface DialectGroup {
  /** None where the dialect gives rules before any user-agent record to everybody. */
  readonly userAgents: readonly { readonly row: number; readonly token: string }[];
  readonly ruleRows: readonly number[];
  /** Records of other kinds. */
  readonly otherRows: readonly number[];
}

/** What applies to one crawler as a dialect chooses it. Rows are rows of the line table. */
export interface DialectSelection {
  /** User-agent records that name the crawler. */
  readonly userAgentRows: readonly number[];
  /** What each of them names, as compared, in the file's spelling. */
  readonly productTokens: readonly string[];
  readonly ruleRows: readonly number[];
  /** Records of other kinds in the same groups, in file order. */
  readonly otherRows: readonly number[];
}
