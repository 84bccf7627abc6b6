import { runs } from '@robots-exclusion/testkit';
import { expect, it } from 'vitest';
import { interleavings, play } from './interleavings.ts';

it('docs/access.md, "Order": orders of events of up to three attempts leave nothing older than what is known', {
  timeout: 1_800_000,
}, async () => {
  const count = runs(100_000, 2000);
  let played = 0;
  for (const plan of interleavings(count, Number(process.env['ROBOTS_TEST_SEED'] ?? 1))) {
    await play(plan);
    played++;
  }
  expect(played).toBe(count);
});
