/** The error message of the service, or of a proxy in front of it. */
import type { Problem } from '@robots-exclusion/server/client';
import { countOf } from '../engine/words.ts';

/**
 * The message on one line. A proxy may respond with any content; in that case, the message contains only the status.
 */
export async function problemText(response: { status: number; json(): Promise<unknown> }): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem> | null;
  const { title, detail, errors = [], errorsOmitted } = problem ?? {};
  const more = errorsOmitted === undefined ? undefined : countOf(errorsOmitted, 'more error');
  const parts = [title, detail, ...errors.map(({ message }) => message), more];
  return parts.filter(Boolean).join(': ') || `The service answered ${response.status}`;
}
