/**
 * Makes untrusted text safe for the place where it is shown: a terminal, JSON, a spreadsheet.
 *
 * @module
 */
export { withoutSecrets } from '../bytes/without-secrets.ts';
export { csvRow } from './csv.ts';
export { printable, printableJson, printableJsonText } from './printable.ts';
