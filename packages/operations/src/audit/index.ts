/**
 * The operation `audit`: which crawlers obeyed robots.txt, judged from an access log.
 *
 * @module
 */
export { type AuditAsked, type AuditForm, type AuditInput, audit } from './run.ts';
