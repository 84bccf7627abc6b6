/** A real cluster of three Redis servers on the loopback interface, without replicas. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort, type RedisServer, startRedisServer } from './redis-server.ts';

/** A cluster that runs until `stop`. */
export interface RedisCluster {
  ports: readonly number[];
  stop(): Promise<void>;
}

const slots = 16_384;
const serverCount = 3;
const readyTimeoutMs = 100_000;

/** Starts three servers, assigns a third of the slots to each, and waits until they know each other. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'robots-cluster-'));
  const servers: RedisServer[] = [];
  async function stop(): Promise<void> {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true });
  }
  try {
    for (let index = 0; index < serverCount; index += 1) servers.push(await startMember(folder, index));
    await join3(servers);
    return { ports: servers.map(({ port }) => port), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startMember(folder: string, index: number): Promise<RedisServer> {
  // By default, a server uses its own port number plus 10000 for the cluster bus. That number may exceed the valid port
  // numbers.
  const busPort = String(await freePort());
  const files = ['--dir', folder, '--cluster-config-file', `nodes-${index}.conf`];
  return startRedisServer(['--cluster-enabled', 'yes', '--cluster-port', busPort, ...files]);
}

async function join3(servers: readonly RedisServer[]): Promise<void> {
  const [first, ...others] = servers;
  if (first === undefined) return;
  for (const [index, server] of servers.entries()) {
    const from = Math.ceil((slots * index) / serverCount);
    const to = Math.ceil((slots * (index + 1)) / serverCount) - 1;
    await command(server, 'CLUSTER', 'ADDSLOTSRANGE', String(from), String(to));
    await command(server, 'CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1));
  }
  const bus = /@(\d+)/.exec(await command(first, 'CLUSTER', 'NODES'))?.[1] ?? '';
  for (const server of others) await command(server, 'CLUSTER', 'MEET', '127.0.0.1', String(first.port), bus);
  const deadline = performance.now() + readyTimeoutMs;
  for (const server of servers) {
    while (!(await isWhole(server))) {
      if (performance.now() > deadline)
        throw new Error(`The cluster was not ready within ${readyTimeoutMs} ms`);
      await sleep(100);
    }
  }
}

async function isWhole(server: RedisServer): Promise<boolean> {
  const info = await command(server, 'CLUSTER', 'INFO');
  return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${serverCount}`);
}

async function command({ port, cli }: RedisServer, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(cli, ['-p', String(port), ...words], {
    timeout: readyTimeoutMs,
  });
  return stdout;
}
