/** Checks many URLs of one origin at once, on a shared store; reports the decisions it got, counted. */
import { createClient } from '@robots-exclusion/client';
import { openStore } from './open-store.js';
import { unhandled, work } from './work.js';

await work(
  async ({ address, name }) => {
    const events = {};
    const client = createClient({
      userAgent: `FleetBot/1.0 (${name})`,
      store: await openStore(address),
      onEvent: ({ type }) => {
        events[type] = (events[type] ?? 0) + 1;
      },
    });
    return { client, events };
  },
  async ({ client, events }, { origin, checks, name }) => {
    const startedAt = performance.now();
    const decisions = {};
    await Promise.all(
      Array.from({ length: checks }, async (_, index) => {
        const path = index % 2 === 0 ? 'open' : 'closed';
        const { action, outcome } = await client.check(`${origin}/${path}/${index}`);
        const seen = `${path} ${action} ${outcome}`;
        decisions[seen] = (decisions[seen] ?? 0) + 1;
      }),
    );
    const tookMs = Math.round(performance.now() - startedAt);
    await client.close();
    return { name, decisions, events, tookMs, unhandled };
  },
);
