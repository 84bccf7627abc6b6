/**
 * Which crawlers obeyed robots.txt, judged from an access log.
 *
 * @module
 */
export { type AuditAsked, type AuditInput, auditFacts, auditLog } from './run.ts';
