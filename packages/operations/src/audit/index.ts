/**
 * Which crawlers kept to robots.txt, by an access log.
 *
 * @module
 */
export { type AuditAsked, type AuditInput, auditFacts, auditLog } from './run.ts';
