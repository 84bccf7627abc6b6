/**
 * Processes and threads of tests run the built files, as users do. The first test file that needs them updates the
 * build; the others of the run find it done.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = new URL('../../../', import.meta.url);
const compiler = fileURLToPath(new URL('scripts/tsc.js', root));
const bundler = fileURLToPath(new URL('scripts/bundle.js', root));
const turnFolder = fileURLToPath(new URL('node_modules/.robots-building', root));
const buildTimeoutMs = 600_000;
const pollMs = 50;

/** Holds the id of the last run that built; a run's id is in the environment of all its workers. */
const doneFile = fileURLToPath(new URL('node_modules/.robots-built', root));
const run = process.env['ROBOTS_TEST_RUN'] ?? `process ${process.pid}`;

/** Builds all packages once a run. */
export async function buildOnce(): Promise<void> {
  if (await isDone()) return;
  const giveBack = await takeTurn();
  try {
    if (await isDone()) return;
    // Type errors are left to the type check: the compiler writes its output regardless.
    await promisify(execFile)(process.execPath, [compiler, '-b', fileURLToPath(root)], {
      timeout: buildTimeoutMs,
    }).catch(() => undefined);
    await promisify(execFile)(process.execPath, [bundler], { timeout: buildTimeoutMs });
    await writeFile(doneFile, run);
  } finally {
    await giveBack();
  }
}

async function isDone(): Promise<boolean> {
  return (await readFile(doneFile, 'utf8').catch(() => '')) === run;
}

/** Only one process can create a folder; one left behind by a killed process is recognized by its age. */
async function takeTurn(): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await mkdir(turnFolder, { recursive: false });
      return () => rm(turnFolder, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const age = Date.now() - (await stat(turnFolder).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
      if (age > buildTimeoutMs) await rm(turnFolder, { recursive: true, force: true });
      await pause(pollMs);
    }
  }
}
