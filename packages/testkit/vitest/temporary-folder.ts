/** Gives a run of tests one folder for all its temporary files, and removes the folder when the run ends. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const NAME = 'robots-tests-';

/** The processes of the tests inherit `TMPDIR`. Vitest calls this for each project; the first call is for all of them. */
export default async function makeTemporaryFolder(): Promise<(() => Promise<void>) | undefined> {
  if (basename(tmpdir()).startsWith(NAME)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), NAME));
  process.env['TMPDIR'] = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
