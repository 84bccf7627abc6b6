/**
 * docs/access.md, "Skewed clocks": two processes keep one Crawl-delay, however wrong one clock is. The test counts the
 * instants that the store gave to actual requests, and compares this number with the number of delays between the first
 * and the last instant.
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
  /** The worker that requested each page. */
  askers: string[];
}

async function pacedSite(): Promise<PacedSite> {
  const askers: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') {
      response.end(`User-agent: *\nCrawl-delay: ${delayMs / 1000}\n`);
      return;
    }
    askers.push(request.url?.split('/')[1] ?? '');
    response.end('page');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, askers };
}

describe.each(sharedStores)('Crawl-delay with skewed clocks on $title', (store) => {
  it('a site has no more turns than whole delays pass, whatever the skew', {
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
    const reports = await runTogether<{ statuses: number[]; instants: number[][] }>([
      worker('pacer', task('right', right)),
      worker('pacer', task('skewed', skewsMs)),
    ]);
    expect(new Set(reports.flatMap(({ statuses }) => statuses))).toEqual(new Set([200]));
    for (const [site, { askers }] of sites.entries()) {
      const where = `a clock ${skewsMs[site]} ms ahead`;
      expect([where, askers.length, new Set(askers).size]).toEqual([where, 2 * pages, 2]);
      const turns = reports
        .flatMap(({ instants }, by) => (instants[site] ?? []).map((at) => ({ at, by })))
        .toSorted((a, b) => a.at - b.at);
      expect(turns).toHaveLength(2 * pages);
      // A process cannot notice a skew shorter than the store's response time, so half a delay is tolerated.
      for (const [first, { at: begun }] of turns.entries()) {
        for (const [last, { at: ended }] of turns.entries()) {
          const allowed = Math.floor((ended - begun + delayMs / 2) / delayMs) + 1;
          if (last > first)
            expect
              .soft([where, first, last, last - first + 1 <= allowed])
              .toEqual([where, first, last, true]);
        }
      }
      const others = turns.slice(1).filter(({ by }, next) => by !== turns[next]?.by);
      expect(others.length, `${where}: both take turns`).toBeGreaterThan(0);
    }
  });
});
