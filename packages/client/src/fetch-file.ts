/**
 * Fetches a robots.txt at an arbitrary URL, with the same rules and limits as in its usual place, but without caching.
 */
import type { ClientSettings } from './client-options.ts';
import { fetchRobots } from './fetch/fetch-robots.ts';
import type { Location } from './locate.ts';
import { advance } from './policy/advance.ts';
import type { OriginRecord } from './policy/origin-record.ts';

/** The outcome for the file at `location.robotsUrl`, judged like the first attempt for its origin. */
export async function fetchFile(
  location: Location,
  settings: ClientSettings,
  signal: AbortSignal,
): Promise<OriginRecord> {
  const sentAt = settings.clock.now();
  const fetched = await fetchRobots({ location, isReload: false, sentAt, signal }, settings);
  return advance(location.origin, undefined, fetched, settings.policy);
}
