/**
 * Fetches pages of several sites at once, each with a client and a clock of its own, as their Crawl-delay requires.
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
      return { origin, fetch: guardedFetch(client, { maxWaitMs: 600_000 }) };
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
    return { statuses };
  },
);
