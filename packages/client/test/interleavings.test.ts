import { expect, it } from 'vitest';
import { interleavings, play } from './interleavings.ts';

it('docs/access.md, "Order": 150 orders of events of up to three attempts leave nothing older than what is known', async () => {
  let played = 0;
  for (const plan of interleavings(150, 9309)) {
    await play(plan);
    played++;
  }
  expect(played).toBe(150);
});
