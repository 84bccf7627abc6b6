/**
 * Processes and threads of tests run what is built, as users do. Here a package's build is brought up to date before
 * they start; where nothing has changed that takes about a second.
 */
import { execFile } from 'node:child_process';
import { mkdir, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = new URL('../../../', import.meta.url);
const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root));
const turnFolder = fileURLToPath(new URL('node_modules/.robots-building', root));
const buildTimeoutMs = 120_000;

/** Builds `packages/NAME` and what it refers to, one test file at a time. */
export async function buildPackage(name: string): Promise<void> {
  const giveBack = await takeTurn();
  try {
    // Errors of types are the business of the type check: what the compiler can write, it writes.
    await promisify(execFile)(
      process.execPath,
      [compiler, '-b', fileURLToPath(new URL(`packages/${name}`, root))],
      {
        timeout: buildTimeoutMs,
      },
    ).catch(() => undefined);
  } finally {
    await giveBack();
  }
}

/** A folder can be made by one only; one that was left behind by a process that was killed is too old. */
async function takeTurn(): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await mkdir(turnFolder, { recursive: false });
      return () => rm(turnFolder, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const age = Date.now() - (await stat(turnFolder).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
      if (age > buildTimeoutMs) await rm(turnFolder, { recursive: true, force: true });
      await sleep(200);
    }
  }
}
