/** Reads the records of sites, all of which were stored before, until told to finish. Fetches nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@robots-exclusion/client';
import { openStore } from './open-store.js';
import { siteOf, siteTransport, wrong } from './site.js';
import { isFinishing, unhandled, work } from './work.js';

await work(
  async ({ address }) => {
    const events = {};
    const client = createClient({
      userAgent: 'FleetBot/1.0',
      store: await openStore(address),
      transports: [siteTransport(() => '')],
      limits: { storeTimeoutMs: 100_000 },
      onEvent: ({ type }) => {
        events[type] = (events[type] ?? 0) + 1;
      },
    });
    return { client, events };
  },
  async ({ client, events }, { sites }) => {
    const wrongs = [];
    let checks = 0;
    while (!isFinishing) {
      const site = siteOf(checks % sites);
      for (const path of ['closed', 'open']) {
        const fault = wrong(await client.check(`${site}/${path}/`, { mode: 'cache-only' }));
        if (fault !== undefined && wrongs.length < 10) wrongs.push(fault);
      }
      checks += 1;
      // Pauses, so that the writers also get processor time.
      await sleep(1);
    }
    return { checks, wrongs, events, unhandled };
  },
);
