/**
 * Makes untrusted text safe to show in a terminal, in JSON or in a spreadsheet.
 *
 * @module
 */
export { withoutSecrets } from '../bytes/without-secrets.ts';
export { withoutUserInformation } from '../bytes/without-user-information.ts';
export { csvRow } from './csv.ts';
export { printable, printableJson, printableJsonText } from './printable.ts';
