/**
 * Checks many URLs of one origin at once, on a shared store; then, in further rounds, again as soon as the record has
 * expired. Reports the decisions it got, counted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@robots-exclusion/client';
import { openStore } from './open-store.js';
import { unhandled, work } from './work.js';

await work(
  async ({ address, name, lifetimes = {} }) => {
    const events = {};
    const client = createClient({
      userAgent: `FleetBot/1.0 (${name})`,
      store: await openStore(address),
      lifetimes,
      onEvent: ({ type }) => {
        events[type] = (events[type] ?? 0) + 1;
      },
    });
    return { client, events };
  },
  async ({ client, events }, { origin, checks, name, rounds = 1 }) => {
    const startedAt = performance.now();
    const decisions = {};
    let expiresAt = Date.now();
    for (let round = 0; round < rounds; round += 1) {
      await sleep(expiresAt - Date.now());
      await Promise.all(
        Array.from({ length: checks }, async (_, index) => {
          const path = index % 2 === 0 ? 'open' : 'closed';
          const decision = await client.check(`${origin}/${path}/${index}`);
          expiresAt = decision.expiresAt;
          const seen = `${path} ${decision.action} ${decision.outcome}`;
          decisions[seen] = (decisions[seen] ?? 0) + 1;
        }),
      );
    }
    const tookMs = Math.round(performance.now() - startedAt);
    await client.close();
    return { name, decisions, events, tookMs, unhandled };
  },
);
