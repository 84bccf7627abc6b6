/**
 * The interface with which a dialect parses and selects groups. The implementation belongs to the dialect, so programs
 * without dialects do not bundle it.
 */
import type { Encoding, Utf16Repair } from '../bytes/body.ts';
import type { LineSource } from './records.ts';

export interface DialectReader {
  /**
   * Whether a body with a UTF-16 byte order mark is decoded before it is scanned, optionally with a repair function.
   */
  readonly decodesUtf16: boolean | Utf16Repair;
  /** Whether a crawler with several tokens follows the groups of all of them, as in RFC 9309 §2.2.1. */
  readonly mergesTokens: boolean;
  /** Creates the line table of the octets. If the body was UTF-16, the octets have already been converted. */
  scan(octets: Uint8Array, encoding: Encoding): Int32Array;
  /** The groups that the dialect recognizes, in file order. */
  groups(source: LineSource): readonly DialectGroup[];
  /** Whether a group names the token; `*` does not count as a name. */
  names(source: LineSource, token: string): boolean;
  /** The rows that apply to one crawler; empty if the implementation that the dialect describes rejects the file. */
  select(source: LineSource, who: string | readonly string[]): DialectSelection;
  /** The Crawl-delay that applies to one crawler. */
  crawlDelay(source: LineSource, who: string | readonly string[]): DialectDelay | undefined;
  /** The file's rules as ranked patterns, for exact comparison; absent if ranked patterns cannot express them. */
  comparable?(source: LineSource): ComparableFile;
  /** The first position at which two files differ; `undefined` if both have the same records. */
  firstDifference(before: LineSource, after: LineSource): FirstDifference | undefined;
}

/** The line numbers, counted from 1, of the first lines that a dialect reads differently in two files. */
export interface FirstDifference {
  /** The line in the first file; `undefined` if that file has no further record. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** A dialect's reading of a file, for every crawler that the file distinguishes. */
export interface ComparableFile {
  /**
   * Crawler names, in the form in which the dialect compares them. A crawler with any other name gets the verdicts for
   * `*`, or for a listed name that is a prefix of the crawler's name.
   */
  readonly names: readonly string[];
  /** Whether `/robots.txt` is always allowed. */
  readonly robotsTxtIsAllowed: boolean;
  /**
   * The rules for a crawler with the given name, which need not occur in this file; `*` stands for a crawler that none
   * of the compared files names.
   */
  rulesOf(name: string): readonly ComparableRule[];
}

/**
 * A rule that can match. Of the rules that match a target, the longest decides; among equally long rules, an allow rule
 * decides.
 */
export interface ComparableRule {
  readonly row: number;
  readonly isAllow: boolean;
  /** The texts between the rule's stars, with one character per octet. */
  readonly segments: readonly string[];
  readonly isAnchored: boolean;
  readonly length: number;
}

/** A Crawl-delay record and its seconds, which are finite and not negative. */
export interface DialectDelay {
  /** The record's row in the line table. */
  readonly row: number;
  readonly seconds: number;
}

/** One group in a dialect's reading. Rows are rows of the line table. */
export interface DialectGroup {
  /**
   * The user-agent records. Empty for the group of rules before any user-agent record, in dialects that apply such
   * rules to every crawler.
   */
  readonly userAgents: readonly { readonly row: number; readonly token: string }[];
  readonly ruleRows: readonly number[];
  /** Records of other kinds. */
  readonly otherRows: readonly number[];
}

/** The rows that apply to one crawler in a dialect. Rows are rows of the line table. */
export interface DialectSelection {
  /** User-agent records that name the crawler. */
  readonly userAgentRows: readonly number[];
  /** For each record in `userAgentRows`, the name that is compared with the crawler, in the file's spelling. */
  readonly productTokens: readonly string[];
  readonly ruleRows: readonly number[];
  /** Records of other kinds in the same groups, in file order. */
  readonly otherRows: readonly number[];
}
