/** A robots.txt from a call: handed in, or a site's. */
import { parseUrl } from '@robots-exclusion/client/url';
import { type FileEvidence, fileEvidenceOf } from '@robots-exclusion/operations/shared';
import { turnOf } from './decide.ts';
import { FetchLimitError } from './fetch-budget.ts';
import { refusalText } from './refusal-text.ts';
import { withinLimit } from './robots-text.ts';
import type { Call } from './services.ts';
import { ToolError } from './tool-error.ts';

/** The octets, and how they were obtained. */
export interface RobotsSource {
  readonly body: string | Uint8Array;
  readonly evidence: FileEvidence;
}

/** @throws {ToolError} If there is none, or it cannot be obtained now. */
export async function robotsSource(
  { robots, url }: { robots?: string | undefined; url?: string | undefined },
  call: Call,
): Promise<RobotsSource> {
  if (robots !== undefined) return { body: withinLimit(robots, call), evidence: { outcome: 'handed-in' } };
  if (url === undefined) throw new ToolError('Expected "robots" or "url"');
  if (!parseUrl(url)) throw new ToolError('url is not an absolute URL');
  try {
    const asked = { signal: call.signal, beforeFetch: turnOf(call) };
    const record = await call.services.client.robots(url, asked);
    const { body, outcome, policyRow, refusal } = record;
    if (refusal) throw new ToolError(`The robots.txt was not fetched: ${refusalText(refusal)}`);
    if (body !== undefined && (outcome === 'rules' || outcome === 'stale-rules'))
      return { body, evidence: fileEvidenceOf(record) };
    if (outcome === 'no-rules') return { body: '', evidence: fileEvidenceOf(record) };
    throw new ToolError(`The robots.txt could not be fetched: ${policyRow}`);
  } catch (error) {
    if (error instanceof FetchLimitError) throw new ToolError(error.message);
    throw error;
  }
}
