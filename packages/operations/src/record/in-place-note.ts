import type { RobotsRecord } from '@robots-exclusion/client';

/**
 * What answered in place of robots.txt: a challenge, a login or a refusal with a status that opens the site, or a page.
 * Undefined for a file, and for one that is missing.
 */
export async function inPlaceNote(record: RobotsRecord): Promise<string | undefined> {
  const { inPlaceOfRecord } = await import('@robots-exclusion/client/preflight');
  return inPlaceOfRecord(record)?.message;
}
