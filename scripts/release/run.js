import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program and returns its standard output. @throws {Error} With all of the program's output, if the exit code is
 * not 0.
 */
export function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    // On Windows, npm is a script, which only a shell can run.
    shell: process.platform === 'win32' && command === 'npm',
    ...options,
  });
  if (status === 0) return stdout;
  throw new Error(
    `${command} ${args.join(' ')}: ${error?.message ?? `exit code ${status}`}\n${stdout}${stderr}`,
  );
}

/**
 * Runs a program asynchronously, so that servers of this process continue to respond. Resolves to the exit code and the
 * output. Kills the program and its children after `timeout` milliseconds.
 */
export function runAside(command, args, { timeout = 300_000, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
    const chunks = { stdout: [], stderr: [] };
    child.stdout.on('data', (chunk) => chunks.stdout.push(chunk));
    child.stderr.on('data', (chunk) => chunks.stderr.push(chunk));
    const timer = setTimeout(() => {
      chunks.stderr.push(Buffer.from(`ended after ${timeout / 1000} s\n`));
      process.kill(-child.pid, 'SIGKILL');
    }, timeout);
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      const text = (name) => Buffer.concat(chunks[name]).toString();
      resolve({ status, stdout: text('stdout'), stderr: text('stderr') });
    });
  });
}

/**
 * Starts a server, and waits until its output matches `ready`. Resolves to the match and a function that stops the
 * server and its children. Rejects with the output if the server exits before its output matches.
 */
export async function startServer(command, args, { ready, ...options }) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
  const closed = once(child, 'close');
  let output = '';
  const match = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        const found = ready.exec(output);
        if (found) resolve(found);
      });
    }
    closed.then(([code]) => reject(new Error(`${args.join(' ')} ended with ${code}\n${output}`)), reject);
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
    await closed;
  };
  return { match, stop };
}
