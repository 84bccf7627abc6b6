/** Runs jobs and a standalone cluster on loopback with the Apache Spark that PySpark contains. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const integration = fileURLToPath(new URL('..', import.meta.url));
const lib = fileURLToPath(new URL('../../../packages/cli/lib/', import.meta.url));

/** The command bundled into one file. */
export const singleFile = join(lib, 'robots-batch.mjs');

const OWN_MODULES = ['robots_batch.py', 'robots_spark.py', 'robots_warc.py']
  .map((file) => join(integration, file))
  .join(',');
const SMALL = ['spark.executor.memory=512m', 'spark.driver.memory=512m', 'spark.ui.enabled=false'];

/** The Spark installation of one Python interpreter. */
export interface Spark {
  readonly python: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The Spark that this Python's PySpark contains. */
export function sparkOf(python: string): Spark {
  const home = execFileSync(python, ['-c', 'import os, pyspark; print(os.path.dirname(pyspark.__file__))'], {
    encoding: 'utf8',
  }).trim();
  const env = {
    ...process.env,
    SPARK_HOME: home,
    SPARK_LOCAL_IP: '127.0.0.1',
    PYSPARK_PYTHON: python,
    PYTHONDONTWRITEBYTECODE: '1',
    SPARK_DAEMON_MEMORY: '256m',
  };
  return { python, home, env };
}

/** Starts `spark-submit` with the modules of this integration. */
export function submit(
  { home, env }: Spark,
  master: string,
  program: string,
  args: readonly string[],
  more: readonly string[] = [],
): Running {
  const settings = SMALL.flatMap((setting) => ['--conf', setting]);
  const modules = ['--py-files', OWN_MODULES, '--files', singleFile];
  return new Running(
    join(home, 'bin/spark-submit'),
    ['--master', master, ...settings, ...modules, ...more, join(integration, program), ...args],
    env,
  );
}

export interface Cluster {
  readonly master: string;
  readonly workers: readonly Running[];
  stop(): void;
}

/** Starts a master and `count` workers, each with one core and a separate folder: `worker-1`, `worker-2`, … */
export async function startCluster({ home, env }: Spark, folder: string, count: number): Promise<Cluster> {
  const start = (...args: string[]): Running => new Running(join(home, 'bin/spark-class'), args, env);
  const place = ['--host', '127.0.0.1', '--port', '0', '--webui-port', '0'];
  const main = start('org.apache.spark.deploy.master.Master', ...place);
  const workers: Running[] = [];
  const stop = (): void => {
    for (const each of [...workers, main]) each.kill();
  };
  try {
    const master = await main.says(/(spark:\/\/127\.0\.0\.1:\d+)/);
    for (let number = 1; number <= count; number++) {
      const own = ['--cores', '1', '--memory', '1g', '--work-dir', join(folder, `worker-${number}`)];
      workers.push(start('org.apache.spark.deploy.worker.Worker', ...place, ...own, master));
    }
    await Promise.all(workers.map((worker) => worker.says(/Successfully registered with master/)));
    return { master, workers, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** A gate that holds batches until the test lets them begin. */
export interface Gate {
  readonly port: number;
  /** Resolves when a batch waits in each of the folders. */
  waiting(folders: readonly string[]): Promise<void>;
  open(): void;
  close(): void;
}

/** Opens a gate, to which batches started with `gated-batch.mjs` report their folders. */
export async function startGate(): Promise<Gate> {
  const places = new Set<string>();
  const sockets = new Set<Socket>();
  let isOpen = false;
  let changed = (): void => {};
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).setEncoding('utf8');
    socket.on('data', (place) => {
      places.add(String(place));
      if (isOpen) socket.end();
      changed();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    async waiting(folders) {
      while (!folders.every((folder) => [...places].some((place) => place.includes(folder)))) {
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
    },
    open() {
      isOpen = true;
      for (const socket of sockets) socket.end();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The output of a program. */
interface Ended {
  readonly code: number | null;
  readonly output: string;
}

class Running {
  readonly #child: ChildProcess;
  #output = '';
  #onOutput = (): void => {};

  /** Starts the program as the leader of a process group, so that the whole group can be killed. */
  constructor(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
        this.#onOutput();
      });
    }
    this.#child.once('close', () => this.#onOutput());
  }

  /** Resolves to the text that the first group of `pattern` matches in the output. */
  async says(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.#output);
      if (found) return found[1] ?? found[0];
      if (this.#child.exitCode !== null) throw new Error(`It ended without ${pattern}:\n${this.#output}`);
      await new Promise<void>((resolve) => {
        this.#onOutput = resolve;
      });
    }
  }

  async ended(): Promise<Ended> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'close');
    return { code: this.#child.exitCode, output: this.#output };
  }

  /** Kills the program and its children immediately, like a power failure. */
  kill(): void {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // The whole group has already ended.
    }
  }
}
