/** Runs jobs and a standalone cluster on loopback with the Apache Spark that PySpark contains. */
import { execFileSync } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Running } from './process.ts';

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

/** A master and its workers. */
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
