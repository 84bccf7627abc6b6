/**
 * Writes what a server may refuse as its configuration. robots.txt itself is never blocked: a crawler that cannot read
 * it cannot obey it.
 */
import type { AuditReport } from '@robots-exclusion/audit';
import { type Server, serverRules } from '@robots-exclusion/operations/server-rules';
import { type RefusalRules, type Refusals, refusalRules, refusalsOf } from './refusals.ts';

export function blocklist(report: AuditReport, server: Server, rules: RefusalRules = refusalRules): string[] {
  const refusals = refusalsOf(report, rules);
  const lines = serverRules(server, refusals);
  return [...introduction(report, refusals, rules), ...(lines.length > 0 ? lines : ['# Nothing to block.'])];
}

function introduction(
  { first = '?', last = '?' }: AuditReport,
  { spared }: Refusals,
  { atLeast, sharePercent }: RefusalRules,
): string[] {
  return [
    '# PROPOSAL by robots audit: read it before you use it. It may block visitors that you want.',
    `# Based on requests from ${first} to ${last}: at least ${atLeast} disallowed requests, and ${sharePercent} % of those that robots.txt binds.`,
    '# A crawler is refused by name only if its identity was proven. Senders known only by the User-Agent header, and senders',
    '# that used a false name, are refused by network and that name. /robots.txt itself is never blocked.',
    ...(spared.length > 0 ? ['# Not refused:', ...spared.map((text) => `#   ${text}`)] : []),
    '',
  ];
}
