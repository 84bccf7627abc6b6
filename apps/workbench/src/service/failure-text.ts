/** Why there is no file of a site, and what can be done about it, in words. */
import type { RobotsAnswer } from '@robots-exclusion/server/client';

/** Undefined where there is a file, or the site said that there is none. */
export function failureText(
  { outcome, robotsUrl, retryAt, expiresAt, evidence }: RobotsAnswer,
  url: string,
): string | undefined {
  if (outcome === 'rules' || outcome === 'no-rules') return undefined;
  const place = robotsUrl ?? url;
  if (outcome === 'unsupported') return `${place} is not fetched: robots.txt is for http and https`;
  if (outcome === 'not-cached') return `No copy of ${place} is kept`;
  if (evidence?.error?.code === 'ERR_ROBOTS_ADDRESS_REFUSED') return refusalText(place);
  const next = retryAt ?? expiresAt;
  const again = next === undefined ? '' : ` It is tried again at ${new Date(next).toLocaleTimeString()}.`;
  return `${place} cannot be reached: ${reasonOf(evidence)}.${again}`;
}

function refusalText(place: string): string {
  const command = `robots serve --also-fetch ${new URL(place).origin}`;
  return `${place} was not asked: this service fetches from public addresses only. To let it through, start it with “${command}”`;
}

function reasonOf(evidence: RobotsAnswer['evidence']): string {
  if (evidence?.error) return evidence.error.message;
  const status = evidence?.status;
  return status === undefined ? 'there was no answer' : `it answered ${status}`;
}
