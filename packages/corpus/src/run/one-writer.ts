/**
 * Allows only one writer per output. The lock is an abstract socket on Linux, a named pipe on Windows, and a locked
 * file elsewhere. The operating system releases it when the process ends.
 */
import { createHash } from 'node:crypto';
import { closeSync, constants, openSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { RunFailure } from './run-failure.ts';

/** The flag `O_EXLOCK` of macOS and the BSDs, for which Node.js has no constant. */
const O_EXLOCK = 0x20;

/**
 * Locks the output `out` until the returned function is called or the process ends. On Linux, processes in different
 * network namespaces, such as containers, do not see each other's locks. Processes on different machines never do.
 *
 * @throws {RunFailure} If another run holds the lock.
 */
export async function holdOutput(out: string): Promise<() => void> {
  const name = `robots-exclusion-${createHash('sha256').update(realPath(out)).digest('hex').slice(0, 32)}`;
  try {
    if (process.platform === 'linux') return await holdPipe(`\0${name}`);
    if (process.platform === 'win32') return await holdPipe(`\\\\.\\pipe\\${name}`);
    return holdFile(join(tmpdir(), `${name}.lock`));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EAGAIN') throw error;
    throw new RunFailure(`Another run is writing ${out}: wait until it ends`);
  }
}

/** The lock's name. It does not depend on how the folder's path is written, and the output need not exist. */
function realPath(out: string): string {
  const whole = resolve(out);
  try {
    return join(realpathSync(dirname(whole)), basename(whole));
  } catch {
    return whole;
  }
}

async function holdPipe(path: string): Promise<() => void> {
  const { createServer } = await import('node:net');
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', fail);
    server.listen({ path }, () => {
      server.unref();
      done(() => void server.close());
    });
  });
}

function holdFile(path: string): () => void {
  const { O_CREAT, O_RDWR, O_NONBLOCK } = constants;
  const file = openSync(path, O_CREAT | O_RDWR | O_NONBLOCK | O_EXLOCK, 0o600);
  return () => closeSync(file);
}
