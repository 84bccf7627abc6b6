/** A robots.txt at any URL: fetched by the rules and within the limits that hold for one in its place, and not kept. */
import type { ClientSettings } from './client-options.ts';
import { fetchRobots } from './fetch/fetch-robots.ts';
import type { Location } from './locate.ts';
import { advance } from './policy/advance.ts';
import type { OriginRecord } from './policy/origin-record.ts';

/** What became of the file at `location.robotsUrl`, as the first attempt of its origin would be judged. */
export async function fetchFile(
  location: Location,
  settings: ClientSettings,
  signal: AbortSignal,
): Promise<OriginRecord> {
  const sentAt = settings.clock.now();
  const fetched = await fetchRobots({ location, isReload: false, sentAt, signal }, settings);
  return advance(location.origin, undefined, fetched, settings.policy);
}
