/**
 * What a robots.txt allows each known crawler to do.
 *
 * @module
 */
export type { CrawlerReach, ReachAnswer } from './answer.ts';
export { groupsInForce, reachOf } from './reach-of.ts';
export { type ReachInput, reach } from './run.ts';
export { reachWords } from './words.ts';
