/**
 * The stored record of a site's robots.txt, with its evidence.
 *
 * @module
 */
export { type RecordAnswer, recordAnswer } from './answer.ts';
