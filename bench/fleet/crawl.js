/**
 * The work of crawlers: in each visit, one worker fetches some URLs of a site and keeps its Crawl-delay. The same code
 * runs in virtual time on a simulated store and in real time on Redis.
 */
import { createClient, createMemoryStore, createTieredStore } from '@robots-exclusion/client';
import { isWrong } from './sites.js';

/** Creates a client for each worker on demand. Each client has its own clock. */
export function crew({ clock, lowerOf, transport, lifetimes, skewOf, delaySeconds = 1 }) {
  const clients = new Map();
  return {
    client(worker) {
      const known = clients.get(worker);
      if (known) return known;
      const skewMs = skewOf(worker);
      const own = { now: () => clock.now() + skewMs };
      const store = createTieredStore({
        upper: createMemoryStore({ clock: own }),
        lower: lowerOf(worker),
        clock: own,
      });
      const client = createClient({
        userAgent: 'FleetBot/1.0',
        store,
        clock: own,
        transports: [transport],
        lifetimes: { jitter: 0.1, refreshAhead: 0.1, ...lifetimes },
        defaultCrawlDelaySeconds: delaySeconds,
      });
      clients.set(worker, client);
      return client;
    },
    close: () => Promise.all([...clients.values()].map((client) => client.close())),
  };
}

/** Checks each URL, reserves a time for its request, and waits until then. */
export async function visit(client, site, { urls, clock, pause, tally, skewMs = 0 }) {
  for (let index = 0; index < urls; index++) {
    const url = `${site.origin}${index % 2 === 0 ? `/page/${index}` : '/private/x'}`;
    const decision = await client.check(url);
    tally.checks++;
    if (isWrong(site, decision)) tally.wrong++;
    if (decision.action !== 'fetch') continue;
    const { at } = await client.reserve(url);
    await pause(Math.max(0, at - skewMs - clock.now()));
  }
}
