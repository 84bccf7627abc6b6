/**
 * Kinds of lines in the line table, stored in {@link BITS} bits each. Blank lines are not in the table. The kind of a
 * record is its index in the list in `record-kind.ts`, plus {@link other}. This file names only the kinds to which code
 * refers.
 *
 * Import this file as a whole (`LineKind.allow`): bundlers can then inline the numbers.
 */
export const comment = 0;
/** Text without a colon, which is not a record. */
export const malformed = 1;
/** A record whose name is not in the list. */
export const other = 2;
export const userAgent = 3;
export const allow = 4;
export const disallow = 5;
export const sitemap = 6;
export const crawlDelay = 7;
export const requestRate = 8;
export const visitTime = 9;
export const host = 10;
export const cleanParam = 11;
export const contentUsage = 13;
/** A line without text, if a dialect gives such lines a meaning. Never the kind of a record. */
export const blank = 31;

/** The number of low bits that store a kind. */
export const BITS = 5;
export const MASK = 31;

export type Any = number;
