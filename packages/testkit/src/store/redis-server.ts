/** A real Redis or Valkey server for one test file, on a free port of the loopback interface. It writes no files. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { redisBinaries } from '../needs.ts';

/** A server that runs until `stop`. */
export interface RedisServer {
  port: number;
  /** The program and its version: `Redis server v=7.0.15 …`. */
  version: string;
  /** The command-line client of the same program. */
  cli: string;
  /** Kills the server without a shutdown, like a machine that fails. The data is lost. */
  kill(): Promise<void>;
  /** Starts the server again on the same port, without data. */
  start(): Promise<void>;
  /** Stops the server from answering, while its connections stay open. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

const startTimeoutMs = 100_000;

/** Starts a server; `settings` are added to its command line: `['--maxmemory', '2mb']`. */
export async function startRedisServer(
  settings: readonly string[] = [],
  binaries: readonly string[] = redisBinaries,
): Promise<RedisServer> {
  const found = await findBinary(binaries);
  if (found === undefined)
    throw new Error(`Cannot start a Redis server: none of ${binaries.join(', ')} is on the PATH`);
  const port = await freePort();
  let server = await launch(found.binary, port, settings);

  async function kill(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  }

  return {
    port,
    version: found.version,
    cli: found.binary.replace('-server', '-cli'),
    kill,
    async start() {
      await kill();
      server = await launch(found.binary, port, settings);
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    stop: kill,
  };
}

async function findBinary(
  binaries: readonly string[],
): Promise<{ binary: string; version: string } | undefined> {
  for (const binary of binaries) {
    try {
      const { stdout } = await promisify(execFile)(binary, ['--version'], { timeout: startTimeoutMs });
      return { binary, version: stdout.trim() };
    } catch {
      // The program is missing or cannot be run: try the next one.
    }
  }
  return undefined;
}

async function launch(binary: string, port: number, settings: readonly string[]): Promise<ChildProcess> {
  const options = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    ...settings,
  ];
  const server = spawn(binary, options, { stdio: ['ignore', 'pipe', 'ignore'], cwd: '/' });
  // The server must not outlive the tests, even if the tests fail.
  const killWithUs = (): void => void server.kill('SIGKILL');
  process.once('exit', killWithUs);
  server.once('exit', () => process.removeListener('exit', killWithUs));
  await isReady(server);
  return server;
}

function isReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => fail(`was not ready within ${startTimeoutMs} ms`), startTimeoutMs);
    function fail(what: string): void {
      clearTimeout(late);
      server.kill('SIGKILL');
      reject(new Error(`The server ${what}`));
    }
    server.once('error', (error) => fail(`could not be started: ${error.message}`));
    server.once('exit', () => fail('ended before it was ready'));
    // Reads the output while the server runs, because a full pipe would block it.
    server.stdout?.on('data', (chunk) => {
      if (!String(chunk).includes('Ready to accept')) return;
      clearTimeout(late);
      resolve();
    });
  });
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return address.port;
}
