/** Network namespaces on one switch, each with its own address. To the network, they look like separate machines. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Needs, needs } from '@robots-exclusion/testkit';
import { atEnd } from './fixtures.ts';

export interface Namespace {
  name: string;
  address: string;
  /** Disconnects the namespace without notice, like an unplugged cable. */
  cut(): void;
  heal(): void;
  /** Drops packets to one address, so that it is unreachable. */
  lose(address: string): void;
  find(address: string): void;
}

/** Makes names unique among runs on one machine. */
const prefix = `rx${process.pid % 100_000}`;

function ip(...words: string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Tries to create a namespace, to find out whether this process can create namespaces. */
export function needsNamespaces(): Needs {
  const name = `${prefix}probe`;
  let mayMake = true;
  try {
    ip('netns', 'add', name);
    ip('-n', name, 'link', 'add', 'br0', 'type', 'bridge');
  } catch {
    mayMake = false;
  }
  try {
    ip('netns', 'del', name);
  } catch {
    // The namespace was not created.
  }
  return needs('network namespaces: run as root, with iproute2', mayMake);
}

/** Creates a switch and one namespace for each name; all are removed at the end of the test. */
export function namespaces<Name extends string>(names: readonly Name[]): Record<Name, Namespace> {
  const hub = `${prefix}hub`;
  make(hub);
  ip('-n', hub, 'link', 'add', 'br0', 'type', 'bridge');
  ip('-n', hub, 'link', 'set', 'br0', 'up');
  const made = names.map((name, index) => [name, join(hub, `${prefix}${name}`, index)] as const);
  return Object.fromEntries(made) as Record<Name, Namespace>;
}

function make(name: string): void {
  ip('netns', 'add', name);
  atEnd(async () => ip('netns', 'del', name));
}

function join(hub: string, name: string, index: number): Namespace {
  make(name);
  const [port, address] = [`p${index}`, `10.93.0.${index + 1}`];
  ip('-n', hub, 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('-n', hub, 'link', 'set', port, 'master', 'br0', 'up');
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  for (const device of ['eth0', 'lo']) ip('-n', name, 'link', 'set', device, 'up');
  return {
    name,
    address,
    cut: () => ip('-n', hub, 'link', 'set', port, 'down'),
    heal: () => ip('-n', hub, 'link', 'set', port, 'up'),
    lose: (other) => ip('-n', name, 'route', 'add', 'blackhole', `${other}/32`),
    find: (other) => ip('-n', name, 'route', 'del', 'blackhole', `${other}/32`),
  };
}

/** Starts a Redis server that only namespaces on the same switch can reach. */
export function redisIn({ name, address }: Namespace): { host: string; port: number } {
  const port = 6379;
  const settings = ['--bind', address, '--port', String(port), '--protected-mode', 'no', '--save', ''];
  const start = 'command -v redis-server >/dev/null && exec redis-server "$@"; exec valkey-server "$@"';
  const server = spawn('ip', ['netns', 'exec', name, 'sh', '-c', start, 'sh', ...settings], {
    stdio: 'ignore',
  });
  atEnd(async () => {
    if (server.exitCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  });
  return { host: address, port };
}
