/** Runs the command that users run: the built one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  buildOnce,
  type CommandRun,
  type CommandRunOptions,
  commandEnv,
  isWholeRun,
  runCommand,
} from '@robots-exclusion/testkit';
import { onTestFinished } from 'vitest';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const bin = join(packageFolder, 'bin/robots.js');

// The command that is tested is the built one.
await buildOnce();

/**
 * Runs `robots ARGS` to its end. The quick run reuses long-lived processes. The whole run starts one process per
 * call, which also shows that the command exits by itself.
 */
export function robots(args: readonly string[], options: CommandRunOptions = {}): Promise<CommandRun> {
  return isWholeRun ? robotsAlone(args, options) : runCommand(args, options);
}

/** Runs `robots ARGS` to its end in a separate process. Files fetched by other processes come from the store. */
export async function robotsAlone(
  args: readonly string[],
  { input = '', env = {} }: CommandRunOptions = {},
): Promise<CommandRun> {
  const child = startRobots(args, env);
  child.stdin?.on('error', () => {}).end(input);
  return whatItGave(child);
}

/** Runs `robots ARGS` in a shell, after `before`, such as a limit. */
export async function robotsIn(before: string, args: readonly string[]): Promise<CommandRun> {
  return whatItGave(spawn('sh', ['-c', `${before} && exec "$@"`, 'sh', process.execPath, bin, ...args]));
}

/** Starts `robots ARGS` with pipes, for tests that talk to it while it runs; `stdout` may be an opened file. */
export function startRobots(
  args: readonly string[],
  env: Record<string, string> = {},
  stdout: 'pipe' | number = 'pipe',
): ChildProcess {
  return spawn(process.execPath, [bin, ...args], {
    env: commandEnv(env),
    stdio: ['pipe', stdout, 'pipe'],
  });
}

async function whatItGave(child: ChildProcess): Promise<CommandRun> {
  const stdout = gather(child.stdout);
  const stderr = gather(child.stderr);
  const [code, signal] = await once(child, 'close');
  return { stdout: await stdout, stderr: await stderr, exit: code ?? signal };
}

async function gather(stream: ChildProcess['stdout']): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString();
}

/** A temporary file for one test, removed afterwards. */
export function temporaryFile(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** A temporary folder for one test, removed afterwards. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'robots-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a command writes to standard error apart from notes about unknown crawlers. */
export function besideNames(stderr: string): string {
  return stderr.replaceAll(/^robots: .* is not a known crawler.*\n/gm, '');
}
