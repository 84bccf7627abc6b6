/** Fetches the report on the logs that the service received at start. */
import type { AuditReport } from '@robots-exclusion/audit';
import { NO_RESPONSE } from '../../service/no-response.ts';

/** @throws {Error} With a description of the failure. */
export async function serviceReport(): Promise<AuditReport> {
  const response = await fetch('/v1/audit', {
    headers: { accept: 'application/json' },
    cache: 'no-store',
  }).catch(() => {
    throw new Error(NO_RESPONSE);
  });
  if (response.ok) return (await response.json()) as AuditReport;
  if (response.status === 404)
    throw new Error(
      'The service has no logs: start it with robots serve --audit-log access.log --versions DIR',
    );
  const problem = (await response.json().catch(() => ({}))) as { title?: string; detail?: string };
  throw new Error(problem.detail ?? problem.title ?? `The service answered ${response.status}`);
}
