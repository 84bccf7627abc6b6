/**
 * Kinds of lines as the line table holds them: {@link BITS} each. Blank lines are not in the table. The kind of a record is
 * its place in the list of `record-kind.ts` plus {@link other}; here are those that code names.
 *
 * Imported whole (`LineKind.allow`): bundlers then put the numbers in their place.
 */
export const comment = 0;
/** Text without a colon: not a record. */
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
/** A line without text, where a dialect gives it a meaning. Not the kind of any record. */
export const blank = 31;

/** Number of lowest bits that hold a kind. */
export const BITS = 5;
/** Mask of these bits. */
export const MASK = 31;

export type Any = number;
