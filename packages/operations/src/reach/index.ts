/**
 * The operation `reach`: what a robots.txt allows each known crawler to fetch.
 *
 * @module
 */
export type { CrawlerReach, ReachAnswer } from './answer.ts';
export { groupsInForce, reachOf } from './reach-of.ts';
export { type ReachInput, reach } from './run.ts';
export { reachWords } from './words.ts';
