import { expect, it } from 'vitest';
import { silentLogger } from './logger.ts';
import { createStoreFailureLog } from './start-services.ts';

it('a store that fails all the time is reported once a second, with how often it failed', () => {
  const reported: object[] = [];
  let time = 0;
  const tell = createStoreFailureLog({ ...silentLogger, warn: (facts) => reported.push(facts) }, () => time);
  for (time = 0; time < 3000; time += 10) tell(new Error('gone'), 'get');
  expect(reported).toMatchObject([{ failures: 1 }, { failures: 100 }, { failures: 100 }]);
});
