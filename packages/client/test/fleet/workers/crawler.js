/** Checks URLs of many sites for a while, and fetches each robots.txt that is not stored. Reports what went wrong. */
import { createClient } from '@robots-exclusion/client';
import { openStore } from './open-store.js';
import { robotsOf, siteOf, siteTransport, wrong } from './site.js';
import { isFinishing, movedOn, say, unhandled, work } from './work.js';

const atOnce = 10;

await work(
  async ({ address, paddingBytes = 200, startsAt = Date.now() }) => {
    const events = {};
    const errors = {};
    const store = await openStore(address);
    const transport = siteTransport(() => robotsOf(paddingBytes));
    const client = createClient({
      userAgent: 'FleetBot/1.0',
      store,
      transports: [transport],
      // The clock is stopped, so nothing expires, however long a run takes.
      clock: { now: () => startsAt },
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
    const visited = new Set();
    let checks = 0;
    let done = 0;
    async function crawl() {
      while (!isFinishing && checks < maxChecks) {
        const index = checks;
        checks += 1;
        const site = siteOf((index % sites) + movedOn * sites);
        visited.add(site);
        const decision = await client.check(`${site}/${index % 2 ? 'open' : 'closed'}/`);
        const fault = wrong(decision);
        if (fault !== undefined && wrongs.length < 10) wrongs.push(fault);
        done += 1;
        const failures = store.counts?.().lowerFailures ?? events['store-error'] ?? 0;
        if (done % 10 === 0) say('progress', { done, failures, movedOn });
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
    await Promise.all(Array.from({ length: atOnce }, crawl));
    const { requests } = transport;
    return {
      checks,
      requests,
      visited: visited.size,
      wrongs,
      events,
      errors,
      unhandled,
      counts: store.counts?.(),
    };
  },
);
