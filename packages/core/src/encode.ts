/**
 * Compiled rule sets as octets, for processes that neither parse nor compile.
 *
 * @module
 */
export { decodeRuleSet, encodeRuleSet } from './engine/encode.ts';
