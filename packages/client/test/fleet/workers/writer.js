/** Fetches and stores the same sites again and again, until the test kills it in the middle. */
import { createClient } from '@robots-exclusion/client';
import { openStore } from './open-store.js';
import { robotsOf, siteOf, siteTransport } from './site.js';
import { isFinishing, unhandled, work } from './work.js';

await work(
  async ({ address }) => {
    const robots = () => robotsOf(Math.floor(Math.random() * 20_000));
    return createClient({
      userAgent: 'FleetBot/1.0',
      store: await openStore(address),
      transports: [siteTransport(robots)],
    });
  },
  async (client, { sites, rounds }) => {
    for (let round = 0; round < rounds && !isFinishing; round += 1) {
      const all = Array.from({ length: sites }, (_, index) => siteOf(index));
      await Promise.all(all.map((site) => client.check(`${site}/`, { mode: 'reload' })));
    }
    return { unhandled };
  },
);
