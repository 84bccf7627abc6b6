/**
 * Origins for doors that fetch. They stay open until the test run ends. Clients cache robots.txt by origin, so if a
 * port were reused, its new site would look like the old one.
 */
import { type DoorSheet, type HttpOrigin, startHttpOrigin } from '@robots-exclusion/testkit';

const origins: HttpOrigin[] = [];

/** A site with the robots.txt of a sheet: `http://127.0.0.1:PORT`. */
export async function siteWith({ robots, status }: DoorSheet): Promise<string> {
  const origin = await startHttpOrigin({ '/robots.txt': { status, body: robots } });
  origins.push(origin);
  return origin.origin;
}

export async function endSites(): Promise<void> {
  await Promise.all(origins.splice(0).map((origin) => origin.close()));
}
