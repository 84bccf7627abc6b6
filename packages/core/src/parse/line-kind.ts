/**
 * Kinds of lines as the line table holds them: {@link BITS} each. Blank lines are not in the table.
 *
 * Imported whole (`LineKind.allow`): bundlers then put the numbers in their place.
 */
export const comment = 0;
/** Text without a colon: no record. */
export const malformed = 1;
/** A record with a name that is none of those below. */
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
export const contentSignal = 12;
export const contentUsage = 13;
export const license = 14;
export const noindex = 15;
export const cacheDelay = 16;
/** A line without text, where a dialect gives it a meaning. Not the kind of any record. */
export const blank = 31;

/** Bits of a number that hold a kind, the lowest ones. */
export const BITS = 5;
/** These bits. */
export const MASK = 31;

export type Any =
  | typeof comment
  | typeof malformed
  | typeof other
  | typeof userAgent
  | typeof allow
  | typeof disallow
  | typeof sitemap
  | typeof crawlDelay
  | typeof requestRate
  | typeof visitTime
  | typeof host
  | typeof cleanParam
  | typeof contentSignal
  | typeof contentUsage
  | typeof license
  | typeof noindex
  | typeof cacheDelay
  | typeof blank;
