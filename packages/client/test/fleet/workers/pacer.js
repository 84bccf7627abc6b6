/**
 * Fetches pages of several sites at once, at the pace that each site's Crawl-delay requires. Each site has a separate
 * client and clock. Reports the instants that the store gave to the requests, converted to the machine's clock.
 */
import { createClient, guardedFetch } from '@robots-exclusion/client';
import { openStore } from './open-store.js';
import { work } from './work.js';

await work(
  async ({ address, sites }) => {
    const store = await openStore(address);
    return sites.map(({ origin, clockOffsetMs }) => {
      const clock = { now: () => Date.now() + clockOffsetMs };
      const client = createClient({ userAgent: 'FooBot/1.0', store, clock });
      let next;
      const reserve = async (...given) => {
        const reserved = await client.reserve(...given);
        next = reserved.at - clockOffsetMs;
        return reserved;
      };
      const instants = [];
      // Only the first caller in the queue has reserved an instant, and it sends its request before the next caller
      // reserves.
      const sending = (...given) => {
        instants.push(next);
        return fetch(...given);
      };
      const paced = guardedFetch({ ...client, reserve }, { maxWaitMs: 600_000, fetch: sending });
      return { origin, instants, fetch: paced };
    });
  },
  async (crawlers, { name, pages }) => {
    const statuses = await Promise.all(
      crawlers.flatMap(({ origin, fetch }) =>
        Array.from({ length: pages }, async (_, page) => {
          const response = await fetch(`${origin}/${name}/${page}`);
          await response.text();
          return response.status;
        }),
      ),
    );
    return { statuses, instants: crawlers.map(({ instants }) => instants) };
  },
);
