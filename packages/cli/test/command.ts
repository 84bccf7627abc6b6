/** Runs the built command, as users do. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
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

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const bin = join(packageFolder, 'bin/robots.js');

// Tests run the built command.
await buildOnce();

/**
 * Runs `robots ARGS` until it exits. The quick test run reuses long-lived processes. The full test run starts one
 * process per call, which also shows that the command exits by itself.
 */
export function robots(args: readonly string[], options: CommandRunOptions = {}): Promise<CommandRun> {
  return isWholeRun ? robotsAlone(args, options) : runCommand(args, options);
}

/**
 * Runs `robots ARGS` in a separate process until it exits. Records that other processes fetched count as coming from
 * the store.
 */
export async function robotsAlone(
  args: readonly string[],
  { input = '', env = {}, cwd }: CommandRunOptions = {},
): Promise<CommandRun> {
  const child = startRobots(args, env, 'pipe', cwd);
  child.stdin?.on('error', () => {}).end(input);
  return whatItGave(child);
}

/** Runs `robots ARGS` in a shell, after the shell command `before`, such as a resource limit. */
export async function robotsIn(before: string, args: readonly string[]): Promise<CommandRun> {
  return whatItGave(spawn('sh', ['-c', `${before} && exec "$@"`, 'sh', process.execPath, bin, ...args]));
}

/** Starts `robots ARGS` with pipes, for tests that interact with it while it runs; `stdout` may be an open file. */
export function startRobots(
  args: readonly string[],
  env: Record<string, string> = {},
  stdout: 'pipe' | number = 'pipe',
  cwd?: string,
): ChildProcess {
  return spawn(process.execPath, [bin, ...args], {
    cwd,
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

/** Creates a temporary file for one test. */
export function temporaryFile(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** Creates a temporary folder for one test. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'robots-cli-'));
}

/** The text that a command writes to standard error, without notes about unknown crawlers. */
export function besideNames(stderr: string): string {
  return stderr.replaceAll(/^robots: .* is not a known crawler.*\n/gm, '');
}
