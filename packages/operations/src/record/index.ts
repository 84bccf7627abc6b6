/**
 * The stored record of a site's robots.txt, with its evidence.
 *
 * @module
 */
export { recordAnswer } from './answer.ts';
export { inPlaceNote } from './in-place-note.ts';
export type { RecordAnswer } from './schema.ts';
