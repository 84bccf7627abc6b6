/** Gives a run of tests one folder for all its temporary files, and removes the folder when the run ends. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The processes of the tests inherit `TMPDIR`. Vitest calls this for each project; the first call is for all of them. */
export default async function makeTemporaryFolder(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['ROBOTS_TEST_FOLDER']) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'robots-'));
  Object.assign(process.env, { TMPDIR: folder, ROBOTS_TEST_FOLDER: folder });
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
