/**
 * Runs the command for the doors that use it, with a folder for the files that the runs read. Parses its JSON output.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@robots-exclusion/testkit';

export interface CommandHost {
  /** Writes a file that runs may read. */
  file(name: string, content: string | Uint8Array): string;
  /** Runs `robots ARGV`, one run at a time. Returns its output: one JSON value, or one per line. */
  run(argv: readonly string[]): Promise<readonly unknown[]>;
  /** Removes the folder. */
  close(): Promise<void>;
}

export function openCommandHost(): CommandHost {
  const folder = mkdtempSync(join(tmpdir(), 'robots-doors-'));
  let turn: Promise<unknown> = Promise.resolve();
  return {
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    run(argv) {
      const run = turn.then(() => valuesOf(argv));
      turn = run.catch(() => {});
      return run;
    },
    async close() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function valuesOf(argv: readonly string[]): Promise<unknown[]> {
  const { stdout, stderr, exit } = await runCommand(argv);
  if (typeof exit === 'string' || exit === 2 || exit === 70)
    throw new Error(`robots ${argv.join(' ')}: exit ${exit}: ${stderr}`);
  if (/^[[{]\n/.test(stdout)) {
    const value = JSON.parse(stdout) as { results?: unknown[] };
    return value.results ?? [value].flat();
  }
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}
