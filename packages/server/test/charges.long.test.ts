/**
 * Tests that a client pays for what its requests cost, whatever the route and the outcome: the service, in a process of
 * its own, charges at least 80 % of the processor time of its main thread. Linux only: it tells the time of a thread.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildOnce } from '@robots-exclusion/testkit';
import { beforeAll, expect, it } from 'vitest';
import { exampleBodies } from './example-bodies.ts';

beforeAll(buildOnce);

/** The service. Asked by a message, it tells the milliseconds that it charged and that its main thread worked. */
const SERVICE = `
  import { readFileSync } from 'node:fs';
  import { Registry } from 'prom-client';
  import { startServer } from '@robots-exclusion/server/node';
  const registry = new Registry();
  const limits = { cpuMsPerSecond: 1e6, cpuBurstMs: 1e6 };
  const server = await startServer({ userAgent: 'TestBot/1.0', port: 0, rate: 'unlimited', limits, registry });
  const charges = registry.getSingleMetric('robots_client_cpu_seconds_total');
  process.on('message', async () => {
    const worked = Number.parseInt(readFileSync('/proc/self/schedstat', 'latin1'), 10) / 1e6;
    const { values: [{ value }] } = await charges.get();
    process.send([1000 * value, worked]);
  });
  process.once('disconnect', () => process.exit());
  process.send(server.url);
`;

const LINES = 400;

const kinds: Readonly<Record<string, (example: object) => string>> = {
  valid: (example) => JSON.stringify(example),
  invalid: () => '{}',
  'no JSON': () => 'x',
  refused: (example) =>
    JSON.stringify({ ...example, urls: ['http://127.0.0.1:1/'], url: 'http://127.0.0.1:1/' }),
  huge: (example) => JSON.stringify({ ...example, agents: new Array(500).fill('x'.repeat(50)) }),
};

it.skipIf(process.platform !== 'linux')(
  'of lines, valid, invalid, refused and huge, to every route',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', SERVICE], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [url] = (await once(child, 'message')) as [string];
    const times = async (): Promise<[charged: number, worked: number]> => {
      child.send('times');
      return (await once(child, 'message'))[0];
    };
    for (const [path, example] of Object.entries(exampleBodies)) {
      for (const [kind, line] of Object.entries(kinds)) {
        const [chargedBefore, workedBefore] = await times();
        const response = await fetch(url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/x-ndjson' },
          body: `${line(example)}\n`.repeat(LINES),
        });
        await response.arrayBuffer();
        const [charged, worked] = await times();
        const share = (charged - chargedBefore) / (worked - workedBefore);
        expect(share, `${path}, ${kind}`).toBeGreaterThanOrEqual(0.8);
      }
    }
    child.disconnect();
  },
);
