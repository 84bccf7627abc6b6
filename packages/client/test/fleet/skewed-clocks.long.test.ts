/**
 * docs/access.md, "Skewed clocks": two processes keep one Crawl-delay however wrong one clock is, as measured by the
 * sites: how many requests arrived within how many delays.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildOnce } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { atEnd, cleanUp, sharedStores, worker } from './fixtures.ts';
import { runTogether } from './worker.ts';

beforeAll(buildOnce);
afterEach(cleanUp);

const delayMs = 1000;
const pages = 6;
const skewsMs = [0, 15, -15, 150, -150, 2500, -2500, 600_000, -600_000, 86_400_000, -86_400_000];

interface PacedSite {
  origin: string;
  /** When each page was asked for, by the site's own monotonic clock, and who asked. */
  arrivals: { at: number; by: string }[];
}

async function pacedSite(): Promise<PacedSite> {
  const arrivals: PacedSite['arrivals'] = [];
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') {
      response.end(`User-agent: *\nCrawl-delay: ${delayMs / 1000}\n`);
      return;
    }
    arrivals.push({ at: performance.now(), by: request.url?.split('/')[1] ?? '' });
    response.end('page');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrivals };
}

describe.each(sharedStores)('Crawl-delay with skewed clocks on $title', (store) => {
  it('a site gets no more requests than whole delays have passed, whatever the skew', {
    ...store.needs,
    timeout: 300_000,
  }, async () => {
    const address = await store.open();
    const sites = await Promise.all(skewsMs.map(pacedSite));
    const task = (name: string, skews: readonly number[]) => ({
      name,
      address,
      pages,
      sites: sites.map(({ origin }, at) => ({ origin, clockOffsetMs: skews[at] })),
    });
    const right = skewsMs.map(() => 0);
    const reports = await runTogether<{ statuses: number[] }>([
      worker('pacer', task('right', right)),
      worker('pacer', task('skewed', skewsMs)),
    ]);
    expect(new Set(reports.flatMap(({ statuses }) => statuses))).toEqual(new Set([200]));
    for (const [at, { arrivals }] of sites.entries()) {
      const where = `a clock ${skewsMs[at]} ms ahead`;
      expect([where, arrivals.length]).toEqual([where, 2 * pages]);
      expect(new Set(arrivals.map(({ by }) => by)).size).toBe(2);
      // For any run of n requests: they need n - 1 delays, minus the lateness of the first.
      for (const [first, { at: begun }] of arrivals.entries()) {
        for (const [last, { at: ended }] of arrivals.entries()) {
          const allowed = Math.floor((ended - begun + delayMs / 2) / delayMs) + 1;
          if (last > first)
            expect
              .soft([where, first, last, last - first + 1 <= allowed])
              .toEqual([where, first, last, true]);
        }
      }
      const others = arrivals.slice(1).filter(({ by }, next) => by !== arrivals[next]?.by);
      expect(others.length, `${where}: both take turns`).toBeGreaterThan(0);
    }
  });
});
