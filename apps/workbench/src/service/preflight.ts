/** Requests a page through the service, to show the site's real response. */
import { createServiceClient, type PreflightAnswer } from '@robots-exclusion/server/client';
import { NO_RESPONSE } from './no-response.ts';
import { problemText } from './problem-text.ts';

export type { PreflightAnswer };

const TIMEOUT_MS = 130_000;

/** @throws {Error} With a message for the user, if the service reports a problem or does not respond. */
export async function preflight(url: string, crawler: string): Promise<PreflightAnswer> {
  const service = createServiceClient(location.origin, {
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  });
  const response = await service.v1.preflight.$post({ json: { url, agent: crawler } }).catch(() => undefined);
  if (response === undefined) throw new Error(NO_RESPONSE);
  if (!response.ok) throw new Error(await problemText(response));
  return response.json();
}
