/**
 * What is known about a site's robots.txt, with the evidence.
 *
 * @module
 */
export { type RecordAnswer, recordAnswer } from './answer.ts';
