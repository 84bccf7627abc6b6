/**
 * Makes untrusted text safe to show in a terminal, in JSON or in a spreadsheet.
 *
 * @module
 */
export { withoutSecrets, withoutUserInformation } from '../bytes/without-secrets.ts';
export { csvRow } from './csv.ts';
export { printable, printableJson, printableJsonText } from './printable.ts';
