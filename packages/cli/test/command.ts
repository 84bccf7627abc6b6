/** Runs the real command as a child process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce } from '@robots-exclusion/testkit';
import { onTestFinished } from 'vitest';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const bin = join(packageFolder, 'bin/robots.js');

// The command that is tested is the built one.
await buildOnce();

/** What a run of the command gave. */
export interface Run {
  stdout: string;
  stderr: string;
  /** The exit code; the signal's name when one ended it. */
  exit: number | string;
}

/** How it is run. */
export interface RunOptions {
  input?: string | Uint8Array;
  env?: Record<string, string>;
}

/** Runs `robots ARGS` to its end. */
export async function robots(
  args: readonly string[],
  { input = '', env = {} }: RunOptions = {},
): Promise<Run> {
  const child = startRobots(args, env);
  const stdout = gather(child.stdout);
  const stderr = gather(child.stderr);
  child.stdin?.on('error', () => {}).end(input);
  const [code, signal] = await once(child, 'close');
  return { stdout: await stdout, stderr: await stderr, exit: code ?? signal };
}

/** Runs `robots ARGS` in a shell behind `before`, such as a limit. */
export async function robotsIn(before: string, args: readonly string[]): Promise<Run> {
  const child = spawn('sh', ['-c', `${before} && exec "$@"`, 'sh', process.execPath, bin, ...args]);
  const stdout = gather(child.stdout);
  const stderr = gather(child.stderr);
  const [code, signal] = await once(child, 'close');
  return { stdout: await stdout, stderr: await stderr, exit: code ?? signal };
}

/** Starts `robots ARGS` with pipes, for tests that talk to it while it runs; `stdout` may be an opened file. */
export function startRobots(
  args: readonly string[],
  env: Record<string, string> = {},
  stdout: 'pipe' | number = 'pipe',
): ChildProcess {
  const { NO_COLOR: _1, FORCE_COLOR: _2, COLUMNS: _3, ...inherited } = process.env;
  return spawn(process.execPath, [bin, ...args], {
    env: { ...inherited, ...env },
    stdio: ['pipe', stdout, 'pipe'],
  });
}

async function gather(stream: ChildProcess['stdout']): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString();
}

/** A file of its own for one test; gone afterwards. */
export function temporaryFile(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** A folder of its own for one test; gone afterwards. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'robots-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
