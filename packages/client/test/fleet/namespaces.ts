/** Network namespaces with their own addresses on one switch: separate machines, as far as the network can tell. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Needs, needs } from '@robots-exclusion/testkit';
import { atEnd } from './fixtures.ts';

/** A namespace on the switch. */
export interface Namespace {
  name: string;
  address: string;
  /** Nothing is reachable any more, without notice: the cable is unplugged. */
  cut(): void;
  heal(): void;
  /** One address is unreachable: packets to it are dropped. */
  lose(address: string): void;
  find(address: string): void;
}

/** Names are unique among runs on one machine. */
const prefix = `rx${process.pid % 100_000}`;

function ip(...words: string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Whether this process can create namespaces; tried. */
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
    // There is none.
  }
  return needs('network namespaces: run as root, with iproute2', mayMake);
}

/** Makes a switch and one namespace for each name; all are gone at the test's end. */
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

/** A Redis that only neighbors of the namespace can reach. */
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
