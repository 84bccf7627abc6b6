/** docs/fleet.md: a store that does not answer is not used for a while, and checks continue without it. */
import { createClient, createMemoryStore, type Store } from '@robots-exclusion/client';
import { expect, it, onTestFinished } from 'vitest';

it('asks a resting store for no version, and leaves no rejection without a handler', async () => {
  const memory = createMemoryStore();
  let isSilent = false;
  let asked = 0;
  const store: Store = {
    get: (key) => memory.get(key),
    set: (key, value, options) => memory.set(key, value, options),
    delete: (key) => memory.delete(key),
    version: async (key) => {
      asked++;
      return isSilent ? new Promise<never>(() => {}) : memory.version?.(key);
    },
  };
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  let now = 1_800_000_000_000;
  const client = createClient({
    userAgent: 'FooBot/1.0',
    store,
    clock: { now: () => now },
    transports: [
      {
        schemes: ['https'],
        send: async () => ({ status: 200, headers: {}, body: Buffer.from('User-agent: *\nDisallow: /x\n') }),
      },
    ],
  });
  onTestFinished(() => client.close());
  const check = async (): Promise<boolean> => (await client.check('https://a.example/x')).allowed;
  expect(await check()).toBe(false);
  isSilent = true;
  for (let checks = 0; checks < 3; checks++) {
    now += 60_000;
    expect(await check()).toBe(false);
  }
  await new Promise(setImmediate);
  expect({ unhandled, asked }).toEqual({ unhandled: [], asked: 1 });
});
