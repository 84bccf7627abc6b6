/**
 * Origins for doors that fetch. They stay up until the run ends: clients keep a robots.txt by its origin, so a port that
 * is given out again would be a site that they know already.
 */
import { type DoorSheet, type HttpOrigin, startHttpOrigin } from '@robots-exclusion/testkit';

const origins: HttpOrigin[] = [];

/** A site with the robots.txt of a sheet: `http://127.0.0.1:PORT`. */
export async function siteWith({ robots, status }: DoorSheet): Promise<string> {
  const origin = await startHttpOrigin({ '/robots.txt': { status, body: robots } });
  origins.push(origin);
  return origin.origin;
}

/** Ends them all. */
export async function endSites(): Promise<void> {
  await Promise.all(origins.splice(0).map((origin) => origin.close()));
}
