/**
 * The operation `reach`: what a robots.txt allows each known crawler to fetch.
 *
 * @module
 */

export { groupsInForce, reachOf } from './reach-of.ts';
export { reach } from './run.ts';
export type { CrawlerReach, ReachAnswer, ReachInput } from './schema.ts';
