/**
 * The canonical form of a robots.txt, and edits of its octets.
 *
 * @module
 */
export { applyEdits, type Edit } from '../bytes/edit.ts';
export { type Formatted, format } from './format.ts';
