/**
 * Builds the packages, because the processes and threads that tests start run the built files, as users do. The first
 * test file that needs the build updates it; the other files of the run reuse it.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = new URL('../../../', import.meta.url);
const compiler = fileURLToPath(new URL('scripts/tsc.js', root));
const bundler = fileURLToPath(new URL('scripts/bundle.js', root));
const turnFolder = fileURLToPath(new URL('node_modules/.robots-building', root));
const holderFile = `${turnFolder}/pid`;
const buildTimeoutMs = 600_000;
const pollMs = 50;

/**
 * The file with the ID of the last test run that built the packages. All workers of a run get the run's ID from their
 * environment.
 */
const doneFile = fileURLToPath(new URL('node_modules/.robots-built', root));
const run = process.env['ROBOTS_TEST_RUN'] ?? `process ${process.pid}`;

/** Builds all packages once per run. */
export async function buildOnce(): Promise<void> {
  if (await isDone()) return;
  const giveBack = await takeTurn();
  try {
    if (await isDone()) return;
    // Ignores type errors, because the compiler writes its output anyway, and the type check reports them.
    await promisify(execFile)(process.execPath, [compiler, '-b', fileURLToPath(root)], {
      timeout: buildTimeoutMs,
    }).catch(() => undefined);
    if (!(await isBundled()))
      await promisify(execFile)(process.execPath, [bundler], { timeout: buildTimeoutMs });
    await writeFile(doneFile, run);
  } finally {
    await giveBack();
  }
}

/** Whether the last file that the bundler writes is newer than everything that it reads. */
async function isBundled(): Promise<boolean> {
  const last = await modifiedMs(new URL('packages/cli/lib/robots-batch.mjs', root));
  const times = await Promise.all(bundled.map((path) => newestMs(new URL(path, root))));
  return Math.max(...times) < last;
}

const bundled = [
  'package-lock.json',
  'docs/lint.md',
  'scripts',
  ...['core', 'client', 'corpus', 'operations', 'audit', 'server', 'mcp', 'cli'].flatMap((name) =>
    ['package.json', 'src', 'scripts'].map((path) => `packages/${name}/${path}`),
  ),
  'integrations/spark/src',
  'integrations/sql/src',
];

/** When the file, or the last file or folder in a folder, was changed; 0 if it does not exist. */
async function newestMs(path: URL): Promise<number> {
  const entries = await readdir(path, { recursive: true }).catch(() => []);
  const paths = entries.map((name) => join(fileURLToPath(path), name));
  return Math.max(...(await Promise.all([path, ...paths].map(modifiedMs))));
}

async function modifiedMs(path: string | URL): Promise<number> {
  return (await stat(path).catch(() => ({ mtimeMs: 0 }))).mtimeMs;
}

async function isDone(): Promise<boolean> {
  return (await readFile(doneFile, 'utf8').catch(() => '')) === run;
}

/**
 * Takes a lock, which is a folder that only one process can create, with the process's ID in it. A folder that a killed
 * process left behind is recognized by its ID, or without one by its age.
 */
async function takeTurn(): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await mkdir(turnFolder, { recursive: false });
      await writeFile(holderFile, `${process.pid}`);
      return () => rm(turnFolder, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const age = Date.now() - (await stat(turnFolder).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
      if (age > buildTimeoutMs || (await isLeft())) await rm(turnFolder, { recursive: true, force: true });
      await pause(pollMs);
    }
  }
}

/** Whether the process that took the turn has ended. */
async function isLeft(): Promise<boolean> {
  const holder = Number(await readFile(holderFile, 'utf8').catch(() => ''));
  if (!(holder > 0)) return false;
  try {
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
