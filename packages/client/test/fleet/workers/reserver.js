/** Runs many reservers for one host in one process, each with a separate client. Reports the instants that they got. */
import { createClient } from '@robots-exclusion/client';
import { openStore } from './open-store.js';
import { work } from './work.js';

const transport = {
  schemes: ['https'],
  send: async () => ({
    status: 200,
    headers: {},
    body: Buffer.from('User-agent: *\nCrawl-delay: 10\n'),
  }),
};

await work(
  async ({ address, clockOffsetMs = 0 }) => {
    const store = await openStore(address);
    const clock = { now: () => Date.now() + clockOffsetMs };
    const newClient = () => createClient({ userAgent: 'FooBot/1.0', store, transports: [transport], clock });
    await newClient().check('https://example.com/');
    return newClient;
  },
  async (newClient, { reservers, each = 1, clockOffsetMs = 0 }) => {
    const taken = await Promise.all(
      Array.from({ length: reservers }, () => {
        const client = newClient();
        return Promise.all(Array.from({ length: each }, () => client.reserve('https://example.com/')));
      }),
    );
    return { instants: taken.flat().map(({ at }) => at - clockOffsetMs) };
  },
);
