/**
 * Fetches a robots.txt at an arbitrary URL. The rules and limits are those for a regular `/robots.txt`, but nothing is
 * cached.
 */
import type { ClientSettings } from './client-options.ts';
import { fetchRobots } from './fetch/fetch-robots.ts';
import type { Location } from './locate.ts';
import { advance } from './policy/advance.ts';
import type { OriginRecord } from './policy/origin-record.ts';

/**
 * Fetches the file at `location.robotsUrl`. The resulting record is that of a first attempt, because no earlier record
 * is considered.
 */
export async function fetchFile(
  location: Location,
  settings: ClientSettings,
  signal: AbortSignal,
): Promise<OriginRecord> {
  const sentAt = settings.clock.now();
  const fetched = await fetchRobots({ location, isReload: false, sentAt, signal }, settings);
  return advance(location.origin, undefined, fetched, settings.policy);
}
