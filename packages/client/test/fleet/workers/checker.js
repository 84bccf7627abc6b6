/**
 * Checks many URLs of one origin at once on a shared store. Starts another round each time the parent says that an hour
 * has passed. Reports the count of each decision.
 */
import { createClient } from '@robots-exclusion/client';
import { openStore } from './open-store.js';
import { say, unhandled, untilMovedOn, work } from './work.js';

const hourMs = 3_600_000;

await work(
  async ({ address, name, lifetimes = {}, startsAt }) => {
    const events = {};
    const clock = {
      aheadMs: 0,
      now: () => (startsAt ?? Date.now()) + clock.aheadMs,
    };
    const client = createClient({
      userAgent: `FleetBot/1.0 (${name})`,
      store: await openStore(address, clock),
      clock,
      lifetimes,
      limits: { storeTimeoutMs: 100_000 },
      onEvent: ({ type }) => {
        events[type] = (events[type] ?? 0) + 1;
      },
    });
    return { client, clock, events };
  },
  async ({ client, clock, events }, { origin, checks, name, rounds = 1 }) => {
    const decisions = {};
    for (let round = 0; round < rounds; round += 1) {
      await untilMovedOn(round);
      clock.aheadMs = round * hourMs;
      const checking = Array.from({ length: checks }, async (_, index) => {
        const path = index % 2 === 0 ? 'open' : 'closed';
        const decision = await client.check(`${origin}/${path}/${index}`);
        const seen = `${path} ${decision.action} ${decision.outcome}`;
        decisions[seen] = (decisions[seen] ?? 0) + 1;
      });
      say('begun', round);
      await Promise.all(checking);
      say('done', round);
    }
    await client.close();
    return { name, decisions, events, unhandled };
  },
);
