import { buildPackage, redisMissing } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp } from './fixtures.ts';
import { expectSpaced, reserveStores, reserveTogether } from './reserve.ts';

const isWholeRun = process.env['ROBOTS_TESTS'] === 'all';
const missing = isWholeRun ? await redisMissing() : undefined;
if (isWholeRun) beforeAll(() => buildPackage('client'), 150_000);
afterEach(cleanUp);

describe.each(reserveStores(missing))('reserve among processes on $title', (store) => {
  it.skipIf(!isWholeRun || store.missing)(
    '4 processes of 500 reservers: every gap is at least the delay, the line no longer than 1.2 times the ideal',
    async () => {
      const tasks = Array.from({ length: 4 }, () => ({ reservers: 500 }));
      const instants = await reserveTogether(store, tasks);
      expect(instants).toHaveLength(2000);
      expectSpaced(instants);
    },
    300_000,
  );
});
