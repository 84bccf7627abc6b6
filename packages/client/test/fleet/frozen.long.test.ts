/**
 * docs/access.md, "Order": a process that is stopped in the middle of a fetch, as when its machine is suspended,
 * overwrites nothing when it continues.
 */
import { buildOnce, createGate } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { countingOrigin } from './counting-origin.ts';
import { cleanUp, sharedStores, worker } from './fixtures.ts';
import { runTogether, type StoreAddress } from './worker.ts';

const oldFile = { status: 200, robots: 'User-agent: *\nDisallow: /open/\n' };
const newFile = { status: 200, robots: 'User-agent: *\nDisallow: /closed/\n' };
/** The expected decisions under the new file. The old file would give the opposite decisions. */
const right = { 'open fetch rules': 1, 'closed skip rules': 1 };

beforeAll(buildOnce);
afterEach(cleanUp);

interface CheckReport {
  decisions: Record<string, number>;
  unhandled: string[];
}

function inMemoryToo(address: StoreAddress): StoreAddress {
  return 'path' in address ? { ...address, kind: 'tiered-lmdb' } : { ...address, kind: 'tiered-redis' };
}

const lateAnswers = [
  { title: 'the old file', late: oldFile },
  { title: 'a 404', late: { status: 404, robots: '' } },
  { title: 'a 503', late: { status: 503, robots: '' } },
];

describe.each(sharedStores)('a process stopped in the middle of a fetch, on $title', ({ needs, open }) => {
  it.each(
    lateAnswers.flatMap((each) => [
      { ...each, isTiered: false },
      { ...each, isTiered: true },
    ]),
  )('that then gets $title (tiered: $isTiered)', needs, async ({ late, isTiered }) => {
    const plain = await open();
    const address = isTiered ? inMemoryToo(plain) : plain;
    const goesOn = createGate();
    const { origin, nextRequest, askedBy } = await countingOrigin(
      (request) => (request === 1 ? late : newFile),
      async (request) => request === 1 && goesOn.opened,
    );
    const checker = (name: string) => worker('checker', { address, origin, checks: 2, name });
    const stopped = checker('stopped');
    await stopped.ready();
    const asked = nextRequest();
    stopped.go();
    await asked;
    stopped.process.kill('SIGSTOP');
    const [other] = await runTogether<CheckReport>([checker('other')]);
    expect(other).toMatchObject({ decisions: right, unhandled: [] });
    goesOn.open();
    stopped.process.kill('SIGCONT');
    expect(await stopped.report()).toMatchObject({ decisions: right, unhandled: [] });
    const [third] = await runTogether<CheckReport>([checker('third')]);
    expect(third).toMatchObject({ decisions: right, unhandled: [] });
    expect(askedBy).toHaveLength(2);
  });
});
