/** Checks URLs of many sites for a while, fetching what is not kept; reports what went wrong and how long a check took. */
import { createClient } from '@robots-exclusion/client';
import { openStore } from './open-store.js';
import { robotsOf, siteOf, siteTransport, wrong } from './site.js';
import { isFinishing, movedOn, unhandled, work } from './work.js';

const atOnce = 10;

await work(
  async ({ address, paddingBytes = 200 }) => {
    const events = {};
    const errors = {};
    const store = await openStore(address);
    const transport = siteTransport(() => robotsOf(paddingBytes));
    const client = createClient({
      userAgent: 'FleetBot/1.0',
      store,
      transports: [transport],
      onEvent: (event) => {
        events[event.type] = (events[event.type] ?? 0) + 1;
        if (event.type === 'store-error')
          errors[event.error.message] = (errors[event.error.message] ?? 0) + 1;
      },
    });
    return { client, store, transport, events, errors };
  },
  async ({ client, store, transport, events, errors }, { sites, maxChecks = Number.POSITIVE_INFINITY }) => {
    const wrongs = [];
    let checks = 0;
    let slowestMs = 0;
    async function crawl() {
      while (!isFinishing && checks < maxChecks) {
        const index = checks;
        checks += 1;
        const startedAt = performance.now();
        const decision = await client.check(
          `${siteOf((index % sites) + movedOn * sites)}/${index % 2 ? 'open' : 'closed'}/`,
        );
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        const fault = wrong(decision);
        if (fault !== undefined && wrongs.length < 10) wrongs.push(fault);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
    await Promise.all(Array.from({ length: atOnce }, crawl));
    const { requests } = transport;
    return { checks, requests, wrongs, slowestMs, events, errors, unhandled, counts: store.counts?.() };
  },
);
