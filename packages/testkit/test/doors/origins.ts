/**
 * Origins for doors that fetch. They run until the test run ends, because clients cache robots.txt by origin, and a
 * reused port would look like a known site.
 */
import { type DoorSheet, type HttpOrigin, startHttpOrigin } from '@robots-exclusion/testkit';

const origins: HttpOrigin[] = [];

/** A site with the robots.txt of a sheet: `http://127.0.0.1:PORT`. */
export async function siteWith({ robots, status }: DoorSheet): Promise<string> {
  const origin = await startHttpOrigin({ '/robots.txt': { status, body: robots } });
  origins.push(origin);
  return origin.origin;
}

/** Ends all sites. */
export async function endSites(): Promise<void> {
  await Promise.all(origins.splice(0).map((origin) => origin.close()));
}
