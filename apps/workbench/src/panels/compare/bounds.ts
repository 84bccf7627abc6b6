/** Limit on the groups of crawlers whose changes are listed; the others are named. */
export const MAX_GROUPS = 100;
