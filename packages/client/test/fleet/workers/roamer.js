/**
 * Checks sites repeatedly until told to finish, and adds sites each time it is told to move on. Its clock may be wrong.
 * All hosts share one address.
 */
import { createClient } from '@robots-exclusion/client';
import { openStore } from './open-store.js';
import { isFinishing, movedOn, say, unhandled, work } from './work.js';

await work(
  async ({ address, name, originAddress, clockOffsetMs = 0 }) => {
    const events = {};
    const clock = { now: () => Date.now() + clockOffsetMs };
    const store = await openStore(address, clock);
    const client = createClient({
      userAgent: `FleetBot/1.0 (${name})`,
      store,
      clock,
      resolve: (_, __, callback) => callback(null, [{ address: originAddress, family: 4 }]),
      limits: {
        connectTimeoutMs: 2000,
        headersTimeoutMs: 60_000,
        totalTimeoutMs: 60_000,
        storeTimeoutMs: 5000,
      },
      onEvent: ({ type }) => {
        events[type] = (events[type] ?? 0) + 1;
      },
    });
    return { client, store, events };
  },
  async ({ client, store, events }, { stages, name }) => {
    const wrongs = [];
    const outcomes = {};
    let done = 0;
    async function ask(site, path) {
      const { url, action, outcome } = await client.check(`http://${site}/${path}/`);
      const seen = `${action} ${outcome}`;
      outcomes[seen] = (outcomes[seen] ?? 0) + 1;
      const isRight = path === 'closed' ? action !== 'fetch' : action !== 'skip';
      if (!isRight && wrongs.length < 10) wrongs.push(`${url}: ${seen}`);
    }
    while (!isFinishing) {
      for (const site of stages.slice(0, movedOn + 1).flat()) {
        await Promise.all([ask(site, 'open'), ask(site, 'closed')]);
        done += 2;
        say('progress', { done, stage: movedOn, ...store.counts() });
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    }
    await client.close();
    return { name, done, wrongs, outcomes, events, unhandled };
  },
);
