import { expect, it } from 'vitest';
import { interleavings, play } from './interleavings.ts';

const isWholeRun = process.env['ROBOTS_TESTS'] === 'all';

it.skipIf(!isWholeRun)(
  'docs/access.md, "Order": 100,000 orders of events of up to three attempts leave nothing older than what is known',
  async () => {
    let played = 0;
    for (const plan of interleavings(100_000, Number(process.env['ROBOTS_TEST_SEED'] ?? 1))) {
      await play(plan);
      played++;
    }
    expect(played).toBe(100_000);
  },
  1_800_000,
);
