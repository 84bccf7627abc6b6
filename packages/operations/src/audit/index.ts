/**
 * The operation `audit`: which crawlers obeyed robots.txt, judged from an access log.
 *
 * @module
 */
export { type AuditAsked, type AuditForm, audit } from './run.ts';
export type { AuditInput } from './schema.ts';
