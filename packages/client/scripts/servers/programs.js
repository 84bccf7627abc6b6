/**
 * Starts a real server program on 127.0.0.1 with a configuration in a temporary folder, and ends it. Programs are those
 * of Debian's packages.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The path of a program; undefined if it is not installed. `ROBOTS_SERVERS` names one more folder. */
export function installed(name) {
  return ['/usr/sbin', '/usr/bin', '/usr/local/bin', process.env['ROBOTS_SERVERS'] ?? '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** The version that Debian gives a package. */
export async function versionOf(packageName) {
  return new Promise((resolve) => {
    execFile('dpkg-query', ['-W', packageName], (error, out) =>
      resolve(error ? 'unknown' : out.split('\t')[1].trim()),
    );
  });
}

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts a program in the foreground, and waits until its port accepts connections.
 *
 * @param {{ program: string, port: number, files: Record<string, string>, args: (folder: string) => string[] }} options
 *   `files` are written before the start; `{FOLDER}` in them is the temporary folder.
 */
export async function start({ program, port, files, args }) {
  const folder = await mkdtemp(join(tmpdir(), 'robots-servers-'));
  await new Promise((resolve) => execFile('chmod', ['0777', folder], resolve));
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text.replaceAll('{FOLDER}', folder), { mode: 0o644 });
  const child = spawn(installed(program), args(folder), { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (octets) => (said += octets));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await Promise.race([once(child, 'exit'), pause(3000)]);
      child.kill('SIGKILL');
    }
    await rm(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 800; tries++) {
    if (await accepts(port)) return { port, folder, stop };
    if (child.exitCode !== null) break;
    await pause(50);
  }
  await stop();
  throw new Error(`Cannot start ${program}: ${said.slice(-600) || 'it does not listen'}`);
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
